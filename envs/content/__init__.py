"""Content of our own invention, TOML only: rulesets, gear, deeds, creatures and encounters. README.md tells how to add a monster."""
