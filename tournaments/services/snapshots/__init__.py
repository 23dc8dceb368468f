"""Archive files of whole events: taken after each step, kept and copied, and restored into new events."""
