"""Routes of the pages about games and cards; the desk pages of a game hang under its slug."""

from django.urls import include, path

from cardpool.views import games

urlpatterns = [
    path("", include("cardpool.restriction_urls")),
    path("desk/games/", games.games, name="games"),
    path("desk/demo-cards/", games.demo_cards, name="demo_cards"),
    path("desk/games/<slug:slug>/", games.game, name="game"),
    path("desk/games/<slug:slug>/offer/", games.offer, name="game_offer"),
]
