"""PURE: reading, writing and comparing lists of restricted cards, without database, file or language."""
