"""Routes of the pages on which drafts of packs are written and tried; they come before `desk/games/<slug>/`."""

from django.urls import path

from cardpool.views.packs import editor, publish, start

urlpatterns = [
    path("desk/games/new/", start.new, name="game_new"),
    path("desk/games/drafts/<int:draft_id>/", editor.editor, name="pack_draft"),
    path("desk/games/drafts/<int:draft_id>/pack.toml", editor.download, name="pack_draft_file"),
    path("desk/games/drafts/<int:draft_id>/publish/", publish.publish, name="pack_draft_publish"),
    path("desk/games/drafts/<int:draft_id>/discard/", publish.discard, name="pack_draft_discard"),
    path("desk/games/drafts/<int:draft_id>/restore/", publish.restore, name="pack_draft_restore"),
    path("desk/games/<slug:slug>/pack/edit/", start.edit, name="game_pack_edit"),
]
