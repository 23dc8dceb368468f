"""Pages of seasons: what everybody reads, and what the organiser of a season does."""
