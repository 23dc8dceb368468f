"""Runs over the open decks of a game: how far they are, and whose verdict changed, as a viewer may read it."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.actor import Actor
from cardpool.models import CardGame
from decks.findings import numbered_name
from tournaments.models import Rejudging, Tournament, VerdictChange
from tournaments.permissions import Action, may
from tournaments.queries.names import name_for

MAX_RUNS = 10
MAX_CHANGES = 200
WAITING = (Rejudging.State.QUEUED, Rejudging.State.RUNNING)


@dataclass(frozen=True)
class ChangedDeck:
    """A deck whose verdict changed; `name` as the viewer may read it, `may_open` whether they may open the list."""

    change: VerdictChange
    name: str
    cards: tuple[str, ...]
    may_open: bool

    @property
    def tournament(self) -> Tournament:
        return self.change.registration.tournament


def runs_of(game: CardGame, tournament: Tournament | None = None) -> list[Rejudging]:
    """The last runs over a game's open decks, the newest first; with `tournament` those after its settings changed."""
    runs = Rejudging.objects.filter(game=game)
    if tournament is not None:
        runs = runs.filter(cause__tournament=tournament.pk)
    return list(runs.order_by("-id")[:MAX_RUNS])


def waiting_run(tournament: Tournament) -> Rejudging | None:
    """The run after a change of this event's settings that is not finished."""
    runs = Rejudging.objects.filter(game=tournament.game_id, cause__tournament=tournament.pk, state__in=WAITING)
    return runs.order_by("-id").first()


def changed_decks(run: Rejudging, actor: Actor) -> list[ChangedDeck]:
    """Whose verdict the run changed, by event and entry."""
    changes = run.changes.select_related("registration__player", "registration__tournament", "before", "after")
    staff: dict[int, tuple[bool, bool]] = {}
    decks = []
    for change in changes.order_by("registration__tournament_id", "registration_id")[:MAX_CHANGES]:
        tournament = change.registration.tournament
        if tournament.pk not in staff:
            rights = (Action.VIEW_PRIVATE_NAMES, Action.VIEW_ALL_DECKLISTS)
            staff[tournament.pk] = (may(actor, rights[0], tournament), may(actor, rights[1], tournament))
        sees_names, sees_lists = staff[tournament.pk]
        name = name_for(actor, change.registration, staff=sees_names)
        decks.append(ChangedDeck(change, name, tuple(map(numbered_name, change.cards)), sees_lists))
    return decks
