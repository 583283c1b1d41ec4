"""`python -m envs.encoding` prints the documented tables of the encoding."""

from .signature import layout_table

print(layout_table(), end="")
