"""Routes of the pages about games and cards; the desk pages of a game are below its slug."""

from django.urls import include, path

from cardpool.views import games
from cardpool.views.packs import versions

urlpatterns = [
    path("", include("cardpool.pack_urls")),
    path("", include("cardpool.card_urls")),
    path("", include("cardpool.import_urls")),
    path("", include("cardpool.restriction_urls")),
    path("desk/games/", games.games, name="games"),
    path("desk/demo-cards/", games.demo_cards, name="demo_cards"),
    path("desk/games/<slug:slug>/", games.game, name="game"),
    path("desk/games/<slug:slug>/offer/", games.offer, name="game_offer"),
    path("desk/games/<slug:slug>/pack/", versions.pack, name="game_pack"),
    path("desk/games/<slug:slug>/pack/<int:ruleset_id>/", versions.version, name="game_pack_version"),
    path("desk/games/<slug:slug>/pack/<int:ruleset_id>/pack.toml", versions.file, name="game_pack_file"),
]
