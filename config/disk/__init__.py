"""The disk that holds the site's data: how much of it is left, and what the site does when little or nothing is."""
