"""Routes of the pages about decks that need no event."""

from django.urls import path

from decks.views import check, shared

urlpatterns = [
    path("decks/check/", check.check, name="deck_check"),
    path("decks/check/search/", check.search, name="deck_check_search"),
    path("decks/shared/<str:payload>/", shared.page, name="shared_list"),
    path("decks/shared/<str:payload>/<str:to>/", shared.download, name="shared_list_file"),
]
