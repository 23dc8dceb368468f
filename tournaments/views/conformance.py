"""The page that replays worked examples and uploaded files, value by value."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.allowances import Allowance, require_allowance
from cardpool.intake.files import decode_utf8
from cardpool.intake.unreadable import UnreadableFile
from cardpool.wording.imports import say_row
from tournaments.archive.problems import ArchiveError
from tournaments.queries.conformance import MAX_ENTRANTS, MAX_SPELLED, Replay, replay, shipped_examples
from tournaments.wording.archives import say_problem

MAX_BYTES = 500_000
"""About 12,000 matches, each of which is read strictly and ranked by up to twelve tiebreakers."""
MAX_PROBLEMS = 50
REPLAY = Allowance("replay", visitor=6, newcomers=20, address=60)


@require_http_methods(["GET", "HEAD", "POST"])
def conformance(request: HttpRequest) -> HttpResponse:
    """The shipped examples; after a file was sent, its replay or its faults with their places first (422)."""
    facts: dict[str, Any] = {
        "examples": shipped_examples(),
        "most_kilobytes": MAX_BYTES // 1000,
        "most_entrants": MAX_ENTRANTS,
        "most_spelled": MAX_SPELLED,
    }
    if request.method == "GET":
        return render(request, "tournaments/conformance/page.html", facts)
    require_allowance(request, REPLAY)
    dropped, problems = _replayed(request)
    answer = {**facts, "dropped": dropped, "problems": problems}
    return render(request, "tournaments/conformance/page.html", answer, status=422 if problems else 200)


def _replayed(request: HttpRequest) -> tuple[Replay | None, list[str]]:
    """The replay of the sent file, or the sentences that say why there is none."""
    file = request.FILES.get("archive")
    if file is None or file.size is None:
        return None, [_("Choose a file.")]
    if file.size > MAX_BYTES:
        return None, [_("The file is larger than %(most)s kB.") % {"most": MAX_BYTES // 1000}]
    try:
        return replay(file.name or "", decode_utf8(file.read())), []
    except UnreadableFile as mistake:
        return None, [say_row(mistake.code, mistake.facts)]
    except ArchiveError as error:
        return None, [say_problem(problem) for problem in error.problems[:MAX_PROBLEMS]]
