"""A second reading of the rules in plain Python: what is legal, what is seen, what a roll is worth.

It is written from the rules summary (clause ids) and from `docs/questions.md`, and imports nothing of the engine: it reads fields of the
two records by name, and lists of words (names of questions, verbs, menu entries …) and the groups of the action layout are handed in.
It is slow, and uses other methods than the engine wherever there is a choice: exact fractions for sight, a heap for walks, plain counting
of rolls for odds.

`Oracle(tables, groups, words)`; `.read(record)` gives a `Moment`; `.legal(moment, at_roll)` gives the set of legal choices.
"""
