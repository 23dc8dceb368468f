"""The pages on which a store writes its games: new drafts, the editor with its live check, publishing, versions."""
