"""Routes of the card pool's endpoints."""

from django.urls import path

from cardpool.api import views

urlpatterns = [
    path("games/", views.GameList.as_view(), name="api_games"),
    path("games/<slug:slug>/", views.GameDetail.as_view(), name="api_game"),
    path("games/<slug:slug>/cards/", views.CardList.as_view(), name="api_cards"),
]
