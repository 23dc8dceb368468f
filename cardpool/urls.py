"""Routes of the pages about games and cards; the desk pages of a game hang under its slug."""

from django.urls import path

from cardpool.views import games

urlpatterns = [
    path("desk/games/", games.games, name="games"),
    path("desk/games/<slug:slug>/", games.game, name="game"),
]
