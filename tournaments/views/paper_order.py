"""What is wanted on paper, and how its pages are rendered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from accounts.languages import html_language
from tournaments.marks import Mark
from tournaments.models import Registration, Round, Tournament
from tournaments.queries.boards import boards_to_play
from tournaments.queries.pods import PodRow, pods_of
from tournaments.queries.rounds import MatchRow, matches_of
from tournaments.queries.tables import kept_points
from tournaments.queries.teams import join_names, names_by_team

SLIPS_AT_ONCE = 300
"""Slips in one document; a longer list is printed in parts, because each slip has a code to draw."""


@dataclass(frozen=True)
class PaperOrder:
    """What is wanted on paper. `private`: names as entered, for the desk; otherwise as everybody reads them.

    `site` is the scheme and host that codes lead to; `part` the part of long slips, from 1.
    """

    tournament: Tournament
    mark: Mark
    round: Round | None
    private: bool
    site: str
    part: int = 1
    only_open: bool = False
    first_table: int = 0
    last_table: int = 0

    @cached_property
    def rows(self) -> list[MatchRow]:
        """The tables of the round, in order."""
        return matches_of(self.round) if self.round is not None else []

    @property
    def parts(self) -> int:
        """In how many parts the slips are printed."""
        count = len(self.pod_rows) if self.tournament.is_in_pods else len(self.slip_rows)
        return max(1, -(-count // SLIPS_AT_ONCE))

    @cached_property
    def slip_rows(self) -> list[MatchRow]:
        """The tables that get a slip; where teams play by seat, their boards."""
        rows = self.rows
        if self.round is not None and self.tournament.is_by_seat:
            boards = boards_to_play(self.round)
            rows = [board for row in rows for board in boards[row.match.pk]]
        return [row for row in rows if row.is_open] if self.only_open else rows

    @cached_property
    def pod_rows(self) -> list[PodRow]:
        """The pods that get a slip."""
        rows = pods_of(self.round) if self.round is not None else []
        return [row for row in rows if row.is_open] if self.only_open else rows

    @cached_property
    def members(self) -> dict[int, list[str]]:
        """The names of the members of teams, as they are wanted."""
        return names_by_team(self.tournament, private=self.private)

    def members_of(self, entry: Registration) -> str:
        """The members of a team in one line; empty for a player."""
        return join_names(self.members.get(entry.pk, ()))

    def points(self) -> dict[int, int]:
        """Match points of everybody when the round was paired; none in the top cut, where seeds say more."""
        if self.round is None or self.round.stage != Round.Stage.SWISS or self.round.number == 1:
            return {}
        return kept_points(self.tournament, self.mark, self.round.number - 1)


def rendered(order: PaperOrder, template: str, title: str, **facts: Any) -> str:
    """Pages in the active language. Without a request: nobody's own name is treated apart."""
    shared = {
        "tournament": order.tournament,
        "round": order.round,
        "private": order.private,
        "language": html_language(),
        "title": title,
        "printed_at": timezone.localtime(),
    }
    return render_to_string(f"tournaments/paper/{template}.html", shared | facts)
