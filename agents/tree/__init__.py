"""Tree search over questions, compiled: nodes and edges in arrays, and descents on reseeded clones."""
