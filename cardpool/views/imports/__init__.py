"""The pages by which card files come into a game's pool: upload, columns, preview, import, report."""
