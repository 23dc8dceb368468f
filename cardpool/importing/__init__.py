"""Bringing card files into a game's pool: `writing.import_cards` writes, `jobs` is the way through the desk."""
