"""Pages of an event that everybody may read."""
