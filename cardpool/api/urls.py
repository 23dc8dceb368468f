"""Routes of the card pool's endpoints."""

from django.urls import path

from cardpool.api import card_views, note_views, pack_views, restriction_views, views

urlpatterns = [
    path("games/", views.GameList.as_view(), name="api_games"),
    path("games/<slug:slug>/", views.GameDetail.as_view(), name="api_game"),
    path("games/<slug:slug>/restrictions/", restriction_views.RestrictionsOnDay.as_view(), name="api_restrictions"),
    path(
        "games/<slug:slug>/restriction-lists/",
        restriction_views.RestrictionLists.as_view(),
        name="api_restriction_lists",
    ),
    path(
        "games/<slug:slug>/restriction-lists/<int:list_id>/",
        restriction_views.RestrictionListDetail.as_view(),
        name="api_restriction_list",
    ),
    path(
        "games/<slug:slug>/restriction-lists/<int:list_id>/withdrawal/",
        restriction_views.RestrictionListWithdrawal.as_view(),
        name="api_restriction_withdrawal",
    ),
    path("games/<slug:slug>/cards/", views.CardList.as_view(), name="api_cards"),
    path("games/<slug:slug>/cards/<path:key>/", card_views.CardDetail.as_view(), name="api_card"),
    path("games/<slug:slug>/notes/", note_views.NoteList.as_view(), name="api_notes"),
    path("games/<slug:slug>/notes/<int:note_id>/", note_views.NoteDetail.as_view(), name="api_note"),
    path(
        "games/<slug:slug>/notes/<int:note_id>/withdrawal/",
        note_views.NoteWithdrawal.as_view(),
        name="api_note_withdrawal",
    ),
    path("packs/check/", pack_views.CheckPack.as_view(), name="api_check_pack"),
]
