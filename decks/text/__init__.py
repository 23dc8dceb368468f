"""Lists as people type them: reading and printing. Pure.

`reading.read_list` and `formatting.format_list` are where to start; `catalogue.Catalogue` knows which cards there are.
"""
