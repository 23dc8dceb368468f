"""Tournaments as files: `dueldesk-archive/1` and `/2`, and the view the cores have of them. Start with `reading`."""
