"""`foemind serve`: the table of `judge.table` behind typed HTTP, and a page that shows it. Needs the extra `serve` (FastAPI, uvicorn)."""
