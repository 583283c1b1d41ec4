"""Exported policies: an ONNX file and its JSON manifest each. Data only; this file makes them part of the installed package."""
