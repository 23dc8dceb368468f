"""Finding cards as somebody types."""

from cardpool.searching.folding import bare, fold
from cardpool.searching.index import MAX_SEARCH_LENGTH, Findable, SearchIndex

__all__ = ["MAX_SEARCH_LENGTH", "Findable", "SearchIndex", "bare", "fold"]
