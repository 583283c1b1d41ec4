"""Compiled bots: `play.py` answers for a side inside the kernel, `outlook.py` says how a fight looks, the other files are the greedy and the role bot.

Imports go down this list only: weights → values → uses → march → ground → places → acts, rolled → greedy → play; values, ground → facts → outlook.
"""
