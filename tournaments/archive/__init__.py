"""Tournaments as files: the format `dueldesk-archive/1` and the cores' view of it. Pure; start with `reading`."""
