"""Routes of the cards: those everybody reads, judges' notes, and the desk's."""

from django.urls import path

from cardpool.views.cards import browsing, editing, notes, page

urlpatterns = [
    path("cards/", browsing.games, name="card_games"),
    path("cards/<slug:slug>/", browsing.browse, name="card_list"),
    path("cards/<slug:slug>/<path:key>/", page.card, name="card"),
    path("card-notes/<slug:slug>/", notes.notes, name="card_notes"),
    path("card-notes/<slug:slug>/add/<int:card_id>/", notes.add, name="card_note_add"),
    path("card-notes/<slug:slug>/<int:note_id>/change/", notes.change, name="card_note_change"),
    path("card-notes/<slug:slug>/<int:note_id>/withdraw/", notes.withdraw, name="card_note_withdraw"),
    path("card-notes/<slug:slug>/<int:note_id>/restore/", notes.restore, name="card_note_restore"),
    path("desk/games/<slug:slug>/cards/", browsing.keep, name="game_cards"),
    path("desk/games/<slug:slug>/cards/new/", editing.add, name="game_card_new"),
    path("desk/games/<slug:slug>/cards/edit/<path:key>/", editing.change, name="game_card"),
]
