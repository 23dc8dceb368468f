"""The version of the pairing core, which a round's receipt names."""

ENGINE_VERSION = 1
"""Rises with every change by which the same field and seed may give another pairing; `test_same_everywhere.py` holds
known results of it."""
