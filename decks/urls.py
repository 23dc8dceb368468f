"""Routes of the pages about decks that need no event."""

from django.urls import path

from decks.views import check

urlpatterns = [
    path("decks/check/", check.check, name="deck_check"),
    path("decks/check/search/", check.search, name="deck_check_search"),
]
