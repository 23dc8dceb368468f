"""Workbooks that contain one list: read as text, never trusted; written from its rows."""
