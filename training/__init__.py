"""Training: network, SB3 policy and buffer, train, evaluate, export. Needs the `train` extras; nothing below it imports it."""
