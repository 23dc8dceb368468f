"""Routes of the deck editor."""

from django.urls import path

from tournaments.views import comparing, decklists, sheets

urlpatterns = [
    path("deck/<int:registration_id>/", decklists.editor, name="deck_editor"),
    path("deck/<int:registration_id>/judge/", decklists.judge, name="deck_judge"),
    path("deck/<int:registration_id>/search/", decklists.search, name="deck_search"),
    path("deck/<int:registration_id>/lock/", decklists.lock, name="deck_lock"),
    path("deck/<int:registration_id>/versions/", decklists.versions, name="deck_versions"),
    path("deck/<int:registration_id>/versions/<int:number>/", decklists.version, name="deck_version"),
    path("deck/<int:registration_id>/versions/compare/", comparing.versions, name="deck_compare"),
    path("deck/<int:registration_id>/sheet/", sheets.entry_sheet, name="deck_sheet"),
    path("t/<slug:code>/decks/sheets/", sheets.event_sheets, name="deck_sheets"),
    path("t/<slug:code>/decks/sheets/file/", sheets.order_sheets, name="deck_sheets_order"),
    path("t/<slug:code>/decks/compare/", comparing.entries, name="decks_compare"),
]
