"""Compiled bots: `play.py` answers for a side inside the kernel, the other files are the greedy bot.

Imports go down this list only: weights → values → uses → march → ground → places → acts, rolled → greedy → play.
"""
