"""Pages about decks that need no event."""
