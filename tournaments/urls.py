"""Routes of events: what everybody sees, one's own page, then the desk and the workbook."""

from django.urls import include, path

from tournaments.views import calling, conformance, family, home, my, registering, reporting, working_by_link
from tournaments.views.public import decks, hall, live, match, overview, pairings, seats, standings

urlpatterns = [
    path("", home.home, name="home"),
    path("my/", my.my_page, name="my_page"),
    path("my/players/<int:player_id>/switch/", family.switch, name="player_switch"),
    path("my/players/<int:player_id>/link/", family.new_link, name="player_link"),
    path("my/players/<int:player_id>/remove/", family.remove, name="player_remove"),
    path("my/entries/<int:registration_id>/withdraw/", my.withdraw_own, name="entry_withdraw"),
    path("my/entries/<int:registration_id>/reinstate/", my.reinstate_own, name="entry_reinstate"),
    path("my/entries/<int:registration_id>/drop/", my.drop_own, name="entry_drop"),
    path("my/entries/<int:registration_id>/undrop/", my.undrop_own, name="entry_undrop"),
    path("my/entries/<int:registration_id>/call/", calling.call, name="entry_call"),
    path("my/entries/<int:registration_id>/call/withdraw/", calling.withdraw, name="entry_call_withdraw"),
    path("my/entries/<int:registration_id>/report/", reporting.report, name="entry_report"),
    path("staff-link/<str:secret>/", working_by_link.open_link, name="staff_link"),
    path("time/", live.server_time, name="server_time"),
    path("conformance/", conformance.conformance, name="conformance"),
    path("t/<slug:code>/", overview.tournament, name="tournament"),
    path("t/<slug:code>/overview/", overview.overview, name="tournament_overview"),
    path("t/<slug:code>/players/", overview.players, name="tournament_players"),
    path("t/<slug:code>/info/", overview.info, name="tournament_info"),
    path("t/<slug:code>/pairings/", pairings.pairings, name="tournament_pairings"),
    path("t/<slug:code>/pairings/<int:number>/", pairings.pairings, name="tournament_pairings"),
    path("t/<slug:code>/pairings/<int:number>/proof/", pairings.proof, name="round_proof"),
    path("t/<slug:code>/standings/", standings.standings, name="tournament_standings"),
    path("t/<slug:code>/standings/<int:number>/", standings.standings, name="tournament_standings"),
    path("t/<slug:code>/standings/in/<slug:division>/", standings.standings, name="tournament_standings_in"),
    path(
        "t/<slug:code>/standings/<int:number>/in/<slug:division>/", standings.standings, name="tournament_standings_in"
    ),
    path(
        "t/<slug:code>/standings/<int:number>/<int:registration_id>/<str:value>/",
        standings.explained,
        name="standing_explained",
    ),
    path("t/<slug:code>/bracket/", standings.bracket, name="tournament_bracket"),
    path("t/<slug:code>/hall/", hall.hall, name="event_hall"),
    path("t/<slug:code>/decks/", decks.decks, name="tournament_decks"),
    path("t/<slug:code>/decks/<int:registration_id>/", decks.deck, name="tournament_deck"),
    path("t/<slug:code>/match/<int:match_id>/", match.match, name="match"),
    path("t/<slug:code>/match/<int:match_id>/why/", pairings.why, name="match_why"),
    path("t/<slug:code>/live/mark", live.mark, name="live_mark"),
    path("t/<slug:code>/live/stream", live.stream, name="live_stream"),
    path("t/<slug:code>/seats/<str:page>/<int:section>/", seats.seats, name="event_seats"),
    path("t/<slug:code>/mine/", live.own_parts_of_page, name="event_own_parts"),
    path("t/<slug:code>/register/", registering.register, name="tournament_register"),
    path("t/<slug:code>/registered/", registering.registered, name="tournament_registered"),
    path("", include("tournaments.player_urls")),
    path("", include("tournaments.deck_urls")),
    path("", include("tournaments.export_urls")),
    path("", include("tournaments.notice_urls")),
    path("", include("tournaments.desk_urls")),
    path("", include("tournaments.check_urls")),
    path("", include("tournaments.season_urls")),
]
