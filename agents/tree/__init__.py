"""Tree search over questions, compiled: nodes and edges in arrays, descents on reseeded clones, and how a position looks where a descent ends."""
