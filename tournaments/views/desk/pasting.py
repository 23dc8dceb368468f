"""A pasted list of names, or of teams: what each line is and who would be entered, and nothing written before that is
confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.forms import add_refusal
from accounts.models import AgeGroup
from accounts.refusals import Refusal
from tournaments.forms.desk.entries import PasteForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.divisions import division_names
from tournaments.queries.teams import SEATS
from tournaments.services import entries as services
from tournaments.services.entries.listed import MAX_LINES, AddedEntries
from tournaments.services.entries.listed_ages import ListAges
from tournaments.services.entries.listed_divisions import ListDivisions
from tournaments.services.entries.preview_rows import Preview, digest_of
from tournaments.services.entries.previewed import preview_of
from tournaments.services.entries.previewed_teams import Players, field_of, preview_of_teams
from tournaments.views.desk.access import accepted, desk_page, desk_view, sent_to, whole_number
from tournaments.wording import say_refusal
from tournaments.wording.pasted import say_skipped_line

UNKNOWN = "unknown"
"""What a line sends of which nobody knows the age, whatever the rest of the list is."""
BY_BIRTH = "by-birth"
"""What a line sends whose division is that of the year of birth, whatever is chosen for the rest of the list."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def paste(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Many players, or teams, at once: a POST shows what each line would become, with `action=split` a name and a team
    wherever a line may be read so; `action=add` of what is shown enters it."""
    names = division_names(tournament)
    form = PasteForm(sent_to(request), teams=tournament.is_for_teams, divisions=names)
    report = preview = None
    is_changed = False
    if request.method == "POST" and form.is_valid():
        lines = form.lines()
        is_shown = request.POST.get("digest") == digest_of(lines)
        said = ages_of(request, form, lines), divisions_in(request, form, names, lines)
        is_changed = request.POST.get("action") == "add" and not is_shown
        if request.POST.get("action") == "add" and is_shown:
            service, chosen = _to_enter(request, tournament)
            report = accepted(
                form,
                service,
                actor=request.actor,
                tournament_id=tournament.pk,
                names=lines,
                same_name=numbers_in(request, "same"),
                consent=form.cleaned_data["consent"],
                ages=said[0],
                divisions=said[1],
                **chosen,
            )
        if len(lines) > MAX_LINES or not any(line.strip() for line in lines):
            none = "no_teams" if tournament.is_for_teams else "no_names"
            code = "too_many_lines" if len(lines) > MAX_LINES else none
            add_refusal(form, Refusal(code, field="names", limit=MAX_LINES, lines=len(lines)), say_refusal)
        elif report is None:
            preview = _shown(request, tournament, lines, *said, is_shown=is_shown)
    return desk_page(
        request,
        "entries_paste",
        tournament,
        tab="entries",
        form=form,
        report=report,
        preview=preview,
        age_groups=AgeGroup.choices,
        division_choices=names.items(),
        is_changed=is_changed,
        shown=form.cleaned_data.get("names", "") if preview is not None else "",
        skipped=[
            {
                "line": line.line,
                "words": say_skipped_line(line),
            }
            for line in (report.skipped if report else ())
        ],
        list_url=reverse("desk_entries", args=[tournament.code]),
    )


def _to_enter(request: HttpRequest, tournament: Tournament) -> tuple[Callable[..., AddedEntries], dict[str, Any]]:
    """The service that enters the list, and what was ticked and chosen in its preview."""
    if tournament.is_for_teams:
        return services.add_teams, {"chosen": chosen_teams(request)}
    return services.add_entries, {"chosen": chosen_of(request), "split": numbers_in(request, "split")}


def _shown(
    request: HttpRequest,
    tournament: Tournament,
    lines: Sequence[str],
    ages: ListAges,
    divisions: ListDivisions,
    *,
    is_shown: bool,
) -> Preview[Any]:
    """The preview; `is_shown`: of the list that was shown, with what was ticked and chosen in it."""
    if tournament.is_for_teams:
        teams = chosen_teams(request) if is_shown else None
        return preview_of_teams(request.actor, tournament, lines, teams, ages, divisions)
    sent = chosen_of(request) if is_shown else None
    split: Collection[int] | None = numbers_in(request, "split") if is_shown else None
    if request.POST.get("action") == "split":
        split = range(1, len(lines) + 1)
    return preview_of(request.actor, tournament, lines, sent, split, ages, divisions)


def ages_of(request: HttpRequest, form: PasteForm, lines: Sequence[str]) -> ListAges:
    """How old the people of the list are said to be: all of them, and line by line where one says another."""
    said = _said_by_line(request, "age-", [UNKNOWN, *AgeGroup.values], lines)
    return ListAges(form.cleaned_data["age_group"], {line: "" if age == UNKNOWN else age for line, age in said.items()})


def divisions_in(request: HttpRequest, form: PasteForm, names: Collection[str], lines: Sequence[str]) -> ListDivisions:
    """The division chosen for all of the list, and line by line where one says another; `names` has the codes."""
    said = _said_by_line(request, "division-", [BY_BIRTH, *names], lines)
    by_line = {line: "" if code == BY_BIRTH else code for line, code in said.items()}
    return ListDivisions(form.cleaned_data.get("division", ""), by_line)


def _said_by_line(request: HttpRequest, prefix: str, values: Collection[str], lines: Sequence[str]) -> dict[int, str]:
    """What was chosen for single lines of the list as it was shown, by where each of them stands now.

    A line that was changed since, or stands there more than once, has nothing chosen.
    """
    shown = request.POST.get("shown", "").splitlines() or list(lines)
    there, then = Counter(lines), Counter(shown)
    place = {line: number for number, line in enumerate(lines, start=1)}
    said = {}
    for number, line in enumerate(shown, start=1):
        value = request.POST.get(f"{prefix}{number}")
        if value is not None and value in values:
            if shown == list(lines):
                said[number] = value
            elif there[line] == then[line] == 1:
                said[place[line]] = value
    return said


def numbers_in(request: HttpRequest, field: str) -> list[int]:
    """The lines that a field of the preview names."""
    return [whole_number(number) for number in request.POST.getlist(field)]


def chosen_of(request: HttpRequest) -> dict[int, int | None]:
    """The ticked lines, each with the known player chosen for it."""
    numbers = numbers_in(request, "line")
    return {number: whole_number(request.POST.get(f"player-{number}")) or None for number in numbers if number}


def chosen_teams(request: HttpRequest) -> dict[int, Players]:
    """The ticked lines, each with the known players chosen for it."""

    def chosen(line: int) -> Players:
        return tuple(whole_number(request.POST.get(field_of(line, seat))) or None for seat in SEATS)

    return {line: chosen(line) for line in numbers_in(request, "line") if line}
