"""Routes of the decks' endpoints."""

from django.urls import path

from decks.api import card_views, list_views, pack_views, views

urlpatterns = [
    path("games/<slug:slug>/cards/<path:key>/", card_views.CardDetail.as_view(), name="api_card"),
    path("games/<slug:slug>/judge/", views.Judge.as_view(), name="api_judge"),
    path("packs/check/", pack_views.CheckPack.as_view(), name="api_check_pack"),
    path("lists/convert/", list_views.ConvertList.as_view(), name="api_convert_list"),
]
