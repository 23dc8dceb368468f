"""Routes of the pages by which card files come into a game's pool."""

from django.urls import path

from cardpool.views.imports import actions, pages

urlpatterns = [
    path("desk/games/<slug:slug>/import/", pages.imports, name="game_import"),
    path("desk/games/<slug:slug>/import/<uuid:key>/", pages.one_import, name="card_import"),
    path("desk/games/<slug:slug>/import/<uuid:key>/columns/", pages.columns, name="card_import_columns"),
    path("desk/games/<slug:slug>/import/<uuid:key>/files/", actions.add_files, name="card_import_files"),
    path("desk/games/<slug:slug>/import/<uuid:key>/preview/", actions.preview, name="card_import_preview"),
    path("desk/games/<slug:slug>/import/<uuid:key>/run/", actions.run, name="card_import_run"),
    path("desk/games/<slug:slug>/import/<uuid:key>/discard/", actions.discard, name="card_import_discard"),
    path("desk/games/<slug:slug>/import/<uuid:key>/report.csv", actions.report, name="card_import_report"),
]
