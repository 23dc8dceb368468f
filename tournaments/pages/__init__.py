"""Pages that look the same for everybody, worked out once for each version of an event and kept."""
