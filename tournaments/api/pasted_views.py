"""Endpoints of pasted lists: what each line would become, and entering what was shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.problems import problems
from accounts.consents import Consent
from accounts.refusals import Conflict, Refusal
from tournaments.api.entry_views import EntryEndpoint
from tournaments.api.finding import tournament_of
from tournaments.api.pasted_serializers import (
    AddedPastedSerializer,
    AddPastedSerializer,
    PastedPreviewSerializer,
    PastedSerializer,
)
from tournaments.models import Tournament
from tournaments.permissions import Action, require
from tournaments.queries.known_people import KnownPerson
from tournaments.services import entries
from tournaments.services.entries.listed import MAX_LINES
from tournaments.services.entries.listed_ages import ListAges
from tournaments.services.entries.listed_divisions import ListDivisions
from tournaments.services.entries.person import PersonData
from tournaments.services.entries.preview_rows import Preview, Remark, digest_of
from tournaments.services.entries.previewed import PreviewRow, preview_of
from tournaments.services.entries.previewed_teams import TeamRow, preview_of_teams
from tournaments.services.entries.seats import refuse_started
from tournaments.wording.pasted import say_skipped_line

Chosen = dict[int, tuple[int | None, ...]]
"""The lines to enter, each with the known player of each of its players."""


class PastedEndpoint(EntryEndpoint):
    """A list of names, or of teams, of an event that has not started; for those who manage its entries."""

    permission_classes = [IsAuthenticated]

    def event(self, code: str) -> Tournament:
        """The event, where the actor may enter players into it."""
        tournament = tournament_of(code)
        require(self.actor, Action.MANAGE_ENTRIES, tournament)
        refuse_started(tournament)
        return tournament

    def preview(self, tournament: Tournament, lines: Sequence[str], split: Any) -> Preview[PreviewRow | TeamRow]:
        """What each line would become. Raises Refusal `too_many_lines`, `no_names`, `no_teams`."""
        if len(lines) > MAX_LINES:
            raise Refusal("too_many_lines", field="text", limit=MAX_LINES, lines=len(lines))
        if not any(line.strip() for line in lines):
            raise Refusal("no_teams" if tournament.is_for_teams else "no_names", field="text")
        if tournament.is_for_teams:
            return preview_of_teams(self.actor, tournament, lines, None)
        return preview_of(self.actor, tournament, lines, None, split)


class PastedPreview(PastedEndpoint):
    """What a pasted list would become."""

    @extend_schema(
        operation_id="registrations_pasted_preview",
        summary=_("What each line of a pasted list of names, or of teams, would become. Nothing is written."),
        tags=["registrations"],
        request=PastedSerializer,
        responses={200: PastedPreviewSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = self.event(code)
        sent = self.sent(PastedSerializer)
        shown = self.preview(tournament, sent["text"].splitlines(), sent.get("split"))
        facts = {
            "digest": shown.digest,
            "chosen": shown.chosen,
            "waiting": shown.waiting,
            "needs_consent": shown.has_children,
            "rows": [render_row(row) for row in shown.rows],
        }
        return Response(PastedPreviewSerializer(facts).data)


class PastedList(PastedEndpoint):
    """Entering a pasted list that was previewed."""

    @extend_schema(
        operation_id="registrations_pasted",
        summary=_(
            "Enter the lines of a pasted list that was previewed: all of them, or none where something is wrong."
        ),
        tags=["registrations"],
        request=AddPastedSerializer,
        responses={201: AddedPastedSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = self.event(code)
        sent = self.sent(AddPastedSerializer)
        lines, split = sent["text"].splitlines(), sent.get("split")
        if digest_of(lines) != sent["digest"]:
            raise Conflict("list_changed")
        shown = self.preview(tournament, lines, split)
        made = self._enter(tournament, lines, sent, _chosen(shown, sent.get("lines")))
        facts = {
            "added": self.printed(tournament, list(made.added)),
            "skipped": [
                {"line": one.line, "text": one.text, "reason": one.reason, "words": say_skipped_line(one)}
                for one in made.skipped
            ],
            "blank_lines": made.blank_lines,
        }
        return Response(AddedPastedSerializer(facts).data, status=201)

    def _enter(
        self, tournament: Tournament, lines: Sequence[str], sent: dict[str, Any], chosen: Chosen
    ) -> entries.AddedEntries:
        said = {one["line"]: one["age_group"] for one in sent.get("lines") or () if "age_group" in one}
        chosen_divisions = {one["line"]: one["division"] for one in sent.get("lines") or () if "division" in one}
        common: dict[str, Any] = {
            "actor": self.actor,
            "tournament_id": tournament.pk,
            "names": lines,
            "same_name": sent.get("same_name", ()),
            "consent": Consent(**sent["consent"]) if "consent" in sent else None,
            "ages": ListAges(sent.get("age_group", ""), said),
            "divisions": ListDivisions(sent.get("division", ""), chosen_divisions),
        }
        if tournament.is_for_teams:
            return entries.add_teams(chosen=chosen, **common)
        alone = {line: players[0] for line, players in chosen.items()}
        return entries.add_entries(chosen=alone, split=sent.get("split"), **common)


def _chosen(shown: Preview[PreviewRow | TeamRow], wanted: Sequence[dict[str, Any]] | None) -> Chosen:
    """The lines to enter: those that are sent, or those that the preview has chosen.

    Raises Refusal `line_not_there`, `line_twice`, and `line_cannot_be_entered` with what the preview says of it.
    """
    rows = {row.line.line: row for row in shown.rows}
    if wanted is None:
        return {line: _players(row) for line, row in rows.items() if row.is_chosen}
    found: Chosen = {}
    for one in wanted:
        line = one["line"]
        if line not in rows:
            raise Refusal("line_not_there", field="lines", line=line)
        if line in found:
            raise Refusal("line_twice", field="lines", line=line)
        suggested = _players(rows[line])
        if not suggested:
            remark = rows[line].remark
            assert remark is not None  # A line without players always has one.
            raise Refusal("line_cannot_be_entered", field="lines", line=line, words=say_skipped_line(remark))
        sent = tuple(one.get("players") or suggested)
        if len(sent) != len(suggested):
            raise Refusal("line_needs_players", field="lines", line=line, needed=len(suggested), sent=len(sent))
        found[line] = sent
    return found


def _players(row: PreviewRow | TeamRow) -> tuple[int | None, ...]:
    """The known player of each player of a line; nothing where it cannot be entered."""
    if isinstance(row, TeamRow):
        return tuple(member.player for member in row.members)
    return (row.player,) if row.line.person is not None else ()


def render_row(row: PreviewRow | TeamRow) -> dict[str, Any]:
    """A line for PastedRowSerializer."""
    remark: Remark | None = row.remark
    if isinstance(row, TeamRow):
        name, team = row.line.name if row.members else "", ""
        players = [_render_player(one.person, one.known, one.player) for one in row.members]
    else:
        person = row.line.person
        name, team = (person.name, person.team) if person is not None else ("", "")
        players = [_render_player(person, row.known, row.player)] if person is not None else []
    return {
        "line": row.line.line,
        "text": row.line.text,
        "name": name,
        "team": team,
        "division": row.division,
        "players": players,
        "chosen": row.is_chosen,
        "waits": row.waits,
        "taken": row.is_taken,
        "reason": remark.reason if remark is not None else "",
        "words": say_skipped_line(remark) if remark is not None else "",
    }


def _render_player(person: PersonData, known: Sequence[KnownPerson], player: int | None) -> dict[str, Any]:
    return {
        "name": person.name,
        "birth_year": person.birth_year,
        "known": [{"player": one.player_id, "event": one.event, "at": one.at, "events": one.events} for one in known],
        "player": player,
    }
