"""A player's own pages: for the player alone, by account or personal link."""
