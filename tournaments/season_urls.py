"""Routes of seasons: what everybody reads, then the organiser's pages."""

from django.urls import path

from tournaments.views.seasons import managing, people, public

urlpatterns = [
    path("seasons/", public.seasons, name="seasons"),
    path("seasons/<slug:season>/", public.leaderboard, name="season"),
    path("seasons/<slug:season>/division/<str:division>/", public.leaderboard, name="season_division"),
    path("seasons/<slug:season>/players/<int:person_id>/", public.history, name="season_history"),
    path("seasons/<slug:season>/leaderboard.csv", public.as_csv, name="season_csv"),
    path("seasons/<slug:season>/leaderboard.xlsx", public.as_xlsx, name="season_xlsx"),
    path("desk/seasons/", managing.own, name="seasons_own"),
    path("desk/seasons/new/", managing.new, name="season_new"),
    path("desk/seasons/<slug:season>/", managing.manage, name="season_manage"),
    path("desk/seasons/<slug:season>/edit/", managing.edit, name="season_edit"),
    path("desk/seasons/<slug:season>/delete/", managing.delete, name="season_delete"),
    path("desk/seasons/<slug:season>/events/<slug:code>/add/", managing.add, name="season_event_add"),
    path("desk/seasons/<slug:season>/events/<slug:code>/remove/", managing.remove, name="season_event_remove"),
    path("desk/seasons/<slug:season>/people/", people.people, name="season_people"),
    path("desk/seasons/<slug:season>/people/<int:person_id>/", people.person, name="season_person"),
    path(
        "desk/seasons/<slug:season>/players/<int:player_id>/merge/<int:into_id>/",
        people.merge,
        name="season_player_merge",
    ),
    path("desk/seasons/<slug:season>/merges/<int:merge_id>/undo/", people.undo_merge, name="season_merge_undo"),
    path(
        "desk/seasons/<slug:season>/entries/<int:registration_id>/apart/",
        people.set_apart,
        name="season_entry_apart",
    ),
    path(
        "desk/seasons/<slug:season>/entries/<int:registration_id>/give/<int:player_id>/",
        people.give,
        name="season_entry_give",
    ),
    path("desk/seasons/<slug:season>/entries/<int:registration_id>/back/", people.put_back, name="season_entry_back"),
]
