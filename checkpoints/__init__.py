"""Exported policies, an ONNX file and its JSON manifest each, and the outlook of the search (`outlook.json`). Data only; this file makes them part of the package."""
