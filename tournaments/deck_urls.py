"""Routes of the deck editor."""

from django.urls import path

from tournaments.views import decklists

urlpatterns = [
    path("deck/<int:registration_id>/", decklists.editor, name="deck_editor"),
    path("deck/<int:registration_id>/judge/", decklists.judge, name="deck_judge"),
    path("deck/<int:registration_id>/search/", decklists.search, name="deck_search"),
    path("deck/<int:registration_id>/versions/", decklists.versions, name="deck_versions"),
    path("deck/<int:registration_id>/versions/<int:number>/", decklists.version, name="deck_version"),
]
