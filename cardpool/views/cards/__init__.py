"""Pages about the cards of a game: browsing them, one card with what is known of it, and editing them."""
