"""Routes of a player's own pages: what they did, and what is held about them."""

from django.urls import path

from tournaments.views.player import closing, decks, history, mail, notices, past, privacy, push

urlpatterns = [
    path("my/history/", history.own, name="my_history"),
    path("my/account/delete/", closing.close, name="account_delete"),
    path("my/account/past-entries/", past.past_entries, name="account_past_entries"),
    path("my/account/past-entries/<int:request_id>/take/", past.take, name="account_past_entry_take"),
    path("my/account/past-entries/<int:request_id>/withdraw/", past.withdraw, name="account_past_entry_withdraw"),
    path("my/players/<int:player_id>/", history.history, name="player_history"),
    path("my/players/<int:player_id>/opponents/", history.opponents, name="player_opponents"),
    path("my/players/<int:player_id>/entries/<int:registration_id>/", history.event, name="player_event"),
    path("my/players/<int:player_id>/data/", privacy.data, name="player_data"),
    path("my/players/<int:player_id>/data.json", privacy.data_file, name="player_data_file"),
    path("my/players/<int:player_id>/erase/", privacy.erase, name="player_erase"),
    path("my/players/<int:player_id>/notices/", notices.choice, name="player_notices"),
    path("my/players/<int:player_id>/push/", push.start, name="player_push_start"),
    path("my/players/<int:player_id>/push/stop/", push.stop, name="player_push_stop"),
    path("my/push/move/", push.move, name="push_move"),
    path("my/players/<int:player_id>/mail/", mail.ask, name="player_mail"),
    path("my/players/<int:player_id>/mail/stop/", mail.stop, name="player_mail_stop"),
    path("my/players/<int:player_id>/decks/", decks.decks, name="player_decks"),
    path("my/players/<int:player_id>/decks/<int:decklist_id>/again/", decks.again, name="player_deck_again"),
]
