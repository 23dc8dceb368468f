"""A pasted list of names: what each line is and who would be entered, and nothing written before that is confirmed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.consents import may_be_under_14
from accounts.forms import add_refusal
from accounts.refusals import Refusal
from tournaments.forms.desk.entries import PasteForm
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action
from tournaments.play.divisions import division_of_year
from tournaments.queries.divisions import division_names
from tournaments.queries.known_people import KnownPerson, known_people
from tournaments.queries.settings import divisions_of
from tournaments.services import entries as services
from tournaments.services.entries.listed import MAX_LINES
from tournaments.services.entries.pasted import LineKind, PastedLine, read_pasted
from tournaments.services.entries.person import name_key, taken_names
from tournaments.services.entries.seats import free_seats, seat_status
from tournaments.views.desk.access import accepted, desk_page, desk_view, sent_to, whole_number
from tournaments.wording import say_refusal
from tournaments.wording.entries import say_skipped


@dataclass(frozen=True)
class PreviewRow:
    """A line of the preview. `known` are players of that name from earlier events; `remark` says why it is not entered
    unasked, or not at all (`person` empty). `division` is the name of the one it would play in, a dash for none.
    """

    line: PastedLine
    is_taken: bool
    is_chosen: bool
    waits: bool
    known: tuple[KnownPerson, ...]
    player: int | None
    remark: str
    division: str = ""
    may_be_child: bool = False


@dataclass(frozen=True)
class Preview:
    """The rows of a pasted list, blank lines left out, and how many of the chosen ones would wait for a seat."""

    rows: tuple[PreviewRow, ...]
    digest: str

    @property
    def has_children(self) -> bool:
        """Whether somebody of the list may be under 14, whose guardian has to have agreed."""
        return any(row.may_be_child for row in self.rows)

    @property
    def chosen(self) -> int:
        return sum(row.is_chosen for row in self.rows)

    @property
    def waiting(self) -> int:
        return sum(row.waits for row in self.rows)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def paste(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Many players at once: a POST shows what each line would become, `action=add` of the list shown enters it."""
    form = PasteForm(sent_to(request))
    report = preview = None
    is_changed = False
    if request.method == "POST" and form.is_valid():
        lines = form.lines()
        is_shown = request.POST.get("digest") == digest_of(lines)
        is_changed = request.POST.get("action") == "add" and not is_shown
        if request.POST.get("action") == "add" and is_shown:
            report = accepted(
                form,
                services.add_entries,
                actor=request.actor,
                tournament_id=tournament.pk,
                names=lines,
                chosen=chosen_of(request),
                same_name=numbers_in(request, "same"),
                split=numbers_in(request, "split"),
                consent=form.cleaned_data["consent"],
            )
        if len(lines) > MAX_LINES or not any(line.strip() for line in lines):
            code = "too_many_lines" if len(lines) > MAX_LINES else "no_names"
            add_refusal(form, Refusal(code, field="names", limit=MAX_LINES, lines=len(lines)), say_refusal)
        elif report is None:
            sent = chosen_of(request) if is_shown else None
            split = numbers_in(request, "split") if is_shown else None
            preview = preview_of(request, tournament, lines, sent, split)
    return desk_page(
        request,
        "entries_paste",
        tournament,
        tab="entries",
        form=form,
        report=report,
        preview=preview,
        is_changed=is_changed,
        skipped=[
            {
                "line": line.line,
                "words": say_skipped(
                    line.reason, {"text": line.text, "first_line": line.first_line, "character": line.character}
                ),
            }
            for line in (report.skipped if report else ())
        ],
        list_url=reverse("desk_entries", args=[tournament.code]),
    )


def digest_of(lines: Sequence[str]) -> str:
    """What tells a list that was shown from one that was changed since."""
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def chosen_of(request: HttpRequest) -> dict[int, int | None]:
    """The ticked lines, each with the known player chosen for it."""
    numbers = numbers_in(request, "line")
    return {number: whole_number(request.POST.get(f"player-{number}")) or None for number in numbers if number}


def numbers_in(request: HttpRequest, field: str) -> list[int]:
    """The lines that a field of the preview names."""
    return [whole_number(number) for number in request.POST.getlist(field)]


def preview_of(
    request: HttpRequest,
    tournament: Tournament,
    lines: Sequence[str],
    sent: dict[int, int | None] | None,
    split: Sequence[int] | None,
) -> Preview:
    """What would become of each line; `sent` are the lines ticked on a preview of the same list, `split` those whose
    team is."""
    read = read_pasted(lines, divisions_of(tournament), split=split)
    typed = {line.person.name for line in read if line.person is not None}
    known = known_people(request.actor, tournament, typed)
    names, divisions = division_names(tournament), divisions_of(tournament)

    def year_of(line: PastedLine, player: KnownPerson | None) -> int | None:
        typed_year = line.person.birth_year if line.person is not None else None
        return typed_year or (player.birth_year if player is not None else None)

    taken = taken_names(tournament)
    free = len(lines) if (seats := free_seats(tournament)) is None else seats
    if seat_status(tournament) == Registration.Status.WAITLISTED:
        free = 0
    rows: list[PreviewRow] = []
    for line in read:
        if line.kind is LineKind.BLANK:
            continue
        is_taken = line.person is not None and name_key(line.person.name) in taken
        people = known.get(line.person.name, ()) if line.person is not None and not is_taken else ()
        is_chosen = line.kind is LineKind.PERSON and not is_taken if sent is None else line.line in sent
        player = _player_of(line, people) if sent is None else sent.get(line.line)
        known_as = next((one for one in people if one.player_id == player), None)
        rows.append(
            PreviewRow(
                line,
                is_taken,
                is_chosen,
                is_chosen and free <= 0,
                people,
                player,
                _remark(line, is_taken),
                names.get(line.division or division_of_year(divisions, year_of(line, known_as)), "–") if names else "",
                any(may_be_under_14(year_of(line, one)) for one in (None, *people)),
            )
        )
        free -= is_chosen
    return Preview(tuple(rows), digest_of(lines))


def _player_of(line: PastedLine, people: Sequence[KnownPerson]) -> int | None:
    """The known player meant until somebody says otherwise: the only one of the name, for the first line with it."""
    is_plain = len(people) == 1 and line.kind is not LineKind.DUPLICATE
    return people[0].player_id if is_plain else None


_COMPANY = re.compile(r"(?P<plus>[+＋]\s*[1-9１-９一二两三])\s*$")
"""Behind a name in a chat: this many others come along."""


def _remark(line: PastedLine, is_taken: bool) -> str:
    if line.kind is LineKind.PERSON and not is_taken:
        brings = _COMPANY.search(line.text)
        return (
            _("“%(plus)s” may be somebody else who plays: enter them too, by name.") % brings.groupdict()
            if brings
            else ""
        )
    reason = "already_entered" if line.kind is LineKind.PERSON else line.kind.value
    text = line.person.name if line.person is not None else line.text
    facts: dict[str, Any] = {"text": text, "first_line": line.first_line, "character": line.character}
    return say_skipped(reason, facts)
