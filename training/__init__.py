"""Training: network, SB3 policy and buffer, train, evaluate, export. Needs the `train` extras; nothing below it imports it."""

import os

# Torch's threads wait for one another by spinning, thousands of times a second. Beside any other busy process that is ruinous (measured:
# 140 decisions a second instead of 1,300), so they are told to sleep instead. It must be said before torch is loaded; whoever sets the
# variable keeps their choice.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
