"""Deck legality: is this deck legal under these rules, and if not, why. Pure.

`check.check_deck` is where to start; `ruleset.read_ruleset` compiles the rules of a game pack.
"""
