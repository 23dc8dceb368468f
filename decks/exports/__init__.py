"""Lists written for other programs, for spreadsheets, and into links."""
