"""Routes of restriction lists: the desk's, and what everybody reads."""

from django.urls import path

from cardpool.views import restriction_editor, restrictions

_DESK = "desk/games/<slug:slug>/restrictions/"

urlpatterns = [
    path(_DESK, restrictions.desk, name="game_restrictions"),
    path(f"{_DESK}new/", restriction_editor.new, name="restriction_list_new"),
    path(f"{_DESK}<int:list_id>/", restrictions.show, name="restriction_list"),
    path(f"{_DESK}<int:list_id>/edit/", restriction_editor.edit, name="restriction_list_edit"),
    path(f"{_DESK}<int:list_id>/withdraw/", restrictions.withdraw, name="restriction_withdraw"),
    path(f"{_DESK}<int:list_id>/restore/", restrictions.restore, name="restriction_restore"),
    path("restrictions/<slug:slug>/", restrictions.public, name="restrictions"),
    path("restrictions/<slug:slug>/<int:list_id>.csv", restrictions.table, name="restriction_table"),
]
