"""An entry in the round that runs, as everybody may read it and as its player sees it: the match, bye or pod."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from accounts.actor import Actor
from tournaments.models import AssignedRound, Bye, DeckCheck, Match, Registration, Round, Tournament
from tournaments.queries.assigned import assigned_for
from tournaments.queries.boards import boards_of, is_level, own_boards
from tournaments.queries.bracket import passed_through
from tournaments.queries.calls import OwnCall, own_call
from tournaments.queries.coming_back import may_undo_own_drop
from tournaments.queries.decks import DeckState, deck_state, is_locked
from tournaments.queries.entries import waiting_place
from tournaments.queries.matches import MatchView, match_view
from tournaments.queries.moved import Moved, moved_in
from tournaments.queries.own_checks import own_checks
from tournaments.queries.pod_reports import OwnPodReport, own_pod_report
from tournaments.queries.pods import PodRow, SeatRow, pod_of
from tournaments.queries.reports import OwnReport, own_report
from tournaments.queries.seats import stand_of
from tournaments.queries.teams import own_members

RUNNING = (Tournament.Phase.SWISS, Tournament.Phase.TOP_CUT)
OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)


@dataclass(frozen=True)
class SeatCard:
    """An entry in this round, as everybody may read it: its match, its bye, or nothing. `through`: it passes a round of
    the top cut without a match."""

    registration: Registration
    round: Round | None
    view: MatchView | None
    bye: bool
    through: bool
    pod: PodRow | None

    @property
    def tournament(self) -> Tournament:
        return self.registration.tournament

    @property
    def is_running(self) -> bool:
        return self.tournament.phase in RUNNING

    @property
    def is_in(self) -> bool:
        """Whether the player still expects to play; who has dropped during a round plays it to its end."""
        if self.registration.status == Registration.Status.DROPPED and self.pod is not None:
            return self.pod.is_open
        if self.registration.status == Registration.Status.DROPPED:
            return self.view is not None and not self.view.match.is_complete
        return self.registration.status in (Registration.Status.ACTIVE, Registration.Status.WAITLISTED)

    @property
    def may_come_back(self) -> bool:
        """Whether the player may undo the drop alone; afterwards the staff may."""
        return may_undo_own_drop(self.registration)

    @property
    def is_over(self) -> bool:
        """Whether nothing happens in the event any more that the card would have to follow."""
        return self.tournament.phase in OVER

    @property
    def opponent(self) -> Registration | None:
        return self.view.match.opponent_of(self.registration.pk) if self.view is not None else None

    @property
    def mates(self) -> tuple[Registration, ...]:
        """Who sits in the player's pod."""
        return self.pod.others(self.registration.pk) if self.pod is not None else ()

    @property
    def pod_seat(self) -> SeatRow | None:
        """The player's seat in the pod."""
        return self.pod.seat_of(self.registration.pk) if self.pod is not None else None

    @property
    def chooses(self) -> bool | None:
        """Whether the player chooses in the next game; None if a method or nobody decides that."""
        if self.view is None or self.view.chooser is None:
            return None
        return self.view.chooser.pk == self.registration.pk


@dataclass(frozen=True)
class OwnDeck:
    """The list of an entry as its player sees it; of a team `entry` is the member's, who may be another player of the
    phone."""

    entry: Registration
    state: DeckState
    locked: bool


@dataclass(frozen=True)
class EntryCard(SeatCard):
    """An entry as its player sees it: with its decks, one of a player or those of the own members of a team, and the
    place on the waiting list."""

    decks: tuple[OwnDeck, ...]
    waiting: int | None

    @property
    def is_coming(self) -> bool:
        return self.tournament.phase == Tournament.Phase.REGISTRATION

    @cached_property
    def assigned(self) -> AssignedRound | None:
        """What staff settled for the player in this round, who has no match in it. One query."""
        if self.round is None or self.view is not None or self.pod is not None:
            return None
        return assigned_for(self.registration, self.round)

    @cached_property
    def moved(self) -> Moved | None:
        """How the player moved since this round was published. One query, for those pages that show it; a few more in a
        round that was repaired."""
        return next(iter(moved_in(self.round, only={self.registration.pk}, with_company=True)), None)

    @cached_property
    def checked_decks(self) -> list[tuple[OwnDeck, DeckCheck | None]]:
        """The decks, each with the check of it in this round of which its player reads. One query in a round."""
        members = [deck.entry for deck in self.decks]
        found = own_checks(members, self.round) if self.round is not None else {}
        return [(deck, found.get(deck.entry.pk)) for deck in self.decks]

    @cached_property
    def own_call(self) -> OwnCall | None:
        """The judge call at the player's table. One query, for those pages that show it."""
        seated = self.view.match if self.view is not None else self.pod.pod if self.pod is not None else None
        return own_call(self.registration, seated)

    @property
    def stand(self) -> str:
        """As `stand_of` has it, for the page that follows the event."""
        match = self.view.match if self.view is not None else None
        announced = getattr(self.tournament, "announced", ())
        call = self.own_call.call if self.own_call is not None else None
        return stand_of(
            self.registration,
            self.round,
            match,
            bye=self.bye,
            call=call,
            announced=announced,
            pod=self.pod,
            boards=self.boards,
        )

    @cached_property
    def boards(self) -> list[Match]:
        """The boards of the match where teams play by seat. A few queries there, none elsewhere."""
        return boards_of(self.view.match) if self.view is not None else []

    @property
    def is_level(self) -> bool:
        """Whether the boards are over and a judge has to say which team advances."""
        return self.view is not None and is_level(self.view.match, self.boards)

    @cached_property
    def own_report(self) -> OwnReport | None:
        """The player's side of a result that is not entered yet. One query, for those pages that show it."""
        if self.view is None or self.tournament.is_by_seat:
            return None
        return own_report(self.registration, self.view.match)

    @cached_property
    def own_boards(self) -> list[tuple[Match, Registration, Registration, OwnReport | None, MatchView | None]]:
        """Where teams play by seat, the boards that the players of this phone have: each with its player, the opponent
        there, its `own_report`, and once it is over how it ended."""
        members = [deck.entry for deck in self.decks]
        found = own_boards(self.boards, members)
        return [
            (
                board,
                member,
                board.opponent_of(member.pk),
                own_report(member, board),
                match_view(board) if board.is_complete else None,
            )
            for member, board in found
        ]

    @cached_property
    def own_pod_report(self) -> OwnPodReport | None:
        """The same in a pod."""
        return own_pod_report(self.registration, self.pod)


def entry_card(actor: Actor, registration: Registration) -> EntryCard:
    """Everything a player's own card about one entry shows."""
    tournament = registration.tournament
    round = view = pod = None
    bye = through = False
    if tournament.phase in RUNNING:
        visible = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.DRAFT)
        round = visible.order_by("-number").first()
    if round is not None:
        match = (
            Match.objects.filter(Q(player1=registration) | Q(player2=registration), round=round)
            .select_related("round__tournament__ruleset__game", "player1__player", "player2__player")
            .prefetch_related("games")
            .first()
        )
        view = match_view(match) if match is not None else None
        round.tournament = tournament
        pod = pod_of(registration, round) if tournament.is_in_pods else None
        bye = match is None and pod is None and Bye.objects.filter(round=round, registration=registration).exists()
        through = match is None and registration.seed is not None and registration in passed_through(round)
    return EntryCard(
        registration=registration,
        decks=tuple(OwnDeck(one, deck_state(one), is_locked(one)) for one in own_members(actor, registration)),
        waiting=waiting_place(registration),
        round=round,
        view=view,
        bye=bye,
        through=through,
        pod=pod,
    )
