"""The event as an archive file, to save."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.archive.writing import write_archive
from tournaments.downloads import archive_response
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.archived_event import archived
from tournaments.views.desk.access import desk_view


@require_safe
@desk_view(Action.TAKE_SNAPSHOTS)
def archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The file with names as everybody reads them; with `?names=entered` as entered."""
    text = write_archive(archived(tournament, private=request.GET.get("names") == "entered"))
    return archive_response(tournament, text)
