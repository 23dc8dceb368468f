"""Finding cards as somebody types."""

from cardpool.searching.folding import bare, fold
from cardpool.searching.index import LONGEST_SEARCH, Findable, SearchIndex

__all__ = ["LONGEST_SEARCH", "Findable", "SearchIndex", "bare", "fold"]
