"""Pages about the cards of a game: looking through them, one card with what is known of it, keeping them."""
