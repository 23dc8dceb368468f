"""The visitor's own page: entries, decks, the match to play now, leaving and coming back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.actor import Actor
from accounts.addresses import address_to_share
from accounts.models import Player
from accounts.players_here import keys_of, shown_link
from accounts.views import may_keep
from tournaments.models import AssignedRound, Bye, Match, Registration, Round, Tournament
from tournaments.permissions import own_player_of
from tournaments.queries.announcements import announcements_by_event
from tournaments.queries.assigned import assigned_for
from tournaments.queries.boards import boards_of, own_boards
from tournaments.queries.calls import OwnCall, own_call
from tournaments.queries.coming_back import may_undo_own_drop
from tournaments.queries.cut_drops import cut_drop_of
from tournaments.queries.decks import DeckState, deck_state, is_locked
from tournaments.queries.entries import waiting_place
from tournaments.queries.home import entries_of_player, staffed_tournaments
from tournaments.queries.matches import MatchView, match_view
from tournaments.queries.moved import Moved, moved_in
from tournaments.queries.pod_reports import OwnPodReport, own_pod_report
from tournaments.queries.pods import PodRow, SeatRow, pod_of
from tournaments.queries.reports import OwnReport, own_report
from tournaments.queries.seats import stand_of
from tournaments.queries.teams import entrant_of, own_members
from tournaments.services.entries.leaving import drop, reinstate, undrop, withdraw
from tournaments.wording.top_cut import say_cut_drop

RUNNING = (Tournament.Phase.SWISS, Tournament.Phase.TOP_CUT)
OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)
MAX_CARDS = 40
"""Entries on one's own page; those of events that are over go last and are left out first."""


@dataclass(frozen=True)
class SeatCard:
    """An entry in this round, as everybody may read it: its match, its bye, or nothing."""

    registration: Registration
    round: Round | None
    view: MatchView | None
    bye: bool
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
        return next(iter(moved_in(self.round, only={self.registration.pk})), None)

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

    @cached_property
    def own_report(self) -> OwnReport | None:
        """The player's side of a result that is not entered yet. One query, for those pages that show it."""
        if self.view is None or self.tournament.is_by_seat:
            return None
        return own_report(self.registration, self.view.match)

    @cached_property
    def board_reports(self) -> list[OwnReport]:
        """The same where teams play by seat: of the boards that the players of this phone have, those still open."""
        members = [deck.entry for deck in self.decks]
        found = [own_report(member, board) for member, board in own_boards(self.boards, members)]
        return [one for one in found if one is not None]

    @cached_property
    def own_pod_report(self) -> OwnPodReport | None:
        """The same in a pod."""
        return own_pod_report(self.registration, self.pod)


def entry_card(actor: Actor, registration: Registration) -> EntryCard:
    """Everything a player's own card about one entry shows."""
    tournament = registration.tournament
    round = view = pod = None
    bye = False
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
    return EntryCard(
        registration=registration,
        decks=tuple(OwnDeck(one, deck_state(one), is_locked(one)) for one in own_members(actor, registration)),
        waiting=waiting_place(registration),
        round=round,
        view=view,
        bye=bye,
        pod=pod,
    )


@never_cache
@require_safe
def my_page(request: HttpRequest) -> HttpResponse:
    """The entries of every player of the browser, running events first, of one event that of the player who acts
    first; events they help to run; who is on this phone, with the personal links that are known.

    To the script of an open page (`static/js/my.js`), which asks as htmx does, the answer is what follows the events.
    """
    actor = request.actor
    if actor.is_anonymous:
        return render(request, "tournaments/public/my_nobody.html")
    rows = entries_of_player(actor).annotate(event_version=F("tournament__public_version__number"))[: 10 * MAX_CARDS]
    for entry in rows:
        vars(entry.tournament)["version"] = entry.event_version
    found = [entrant_of(entry) for entry in rows]
    entries = list({entry.pk: entry for entry in sorted(found, key=lambda entry: _rank(actor, entry))}.values())
    cards = [entry_card(actor, entry) for entry in entries[:MAX_CARDS]]
    standing = announcements_by_event(card.tournament.pk for card in cards if card.tournament.phase not in OVER)
    for card in cards:
        vars(card.tournament)["announced"] = [one.pk for one in standing.get(card.tournament.pk, ())]
    heard = {card.tournament.pk for card in cards if card.is_in}
    facts = {
        "announcements": [one for event, some in standing.items() if event in heard for one in some],
        "running": [card for card in cards if card.is_running and card.is_in],
        "coming": sorted((card for card in cards if card.is_coming), key=lambda card: not card.is_in),
        "past": [card for card in cards if not (card.is_running and card.is_in) and not card.is_coming],
        "staffed": staffed_tournaments(actor),
    }
    if request.htmx:
        return render(request, "tournaments/public/my_entries.html", facts)
    here = [_here(request, player) for player in actor.family or actor.players]
    facts |= {
        "here": here,
        "link": here[0].link if len(here) == 1 else "",
        "may_claim": actor.user is not None and actor.player is not None and may_keep(actor.user.pk, actor.player),
    }
    return render(request, "tournaments/public/my_page.html", facts)


def _rank(actor: Actor, entry: Registration) -> tuple[bool, int]:
    """Events that are over last; else in the order they came in, the player who acts first in each event."""
    return entry.tournament.phase in OVER, actor.player_keys.index(entry.player_id)


@dataclass(frozen=True)
class PlayerHere:
    """A player of this phone: the address of their personal link if it was made here, and whether they are here by a
    link, not by the account that is signed in, and so can be taken off."""

    player: Player
    link: str
    by_link: bool


def _here(request: HttpRequest, player: Player) -> PlayerHere:
    path = shown_link(request.session, player)
    by_link = not request.actor.keeps(player) and str(player.pk) in keys_of(request.session)
    return PlayerHere(player, address_to_share(request, path) if path else "", by_link)


def own_entry(request: HttpRequest, registration_id: int, *, members: bool = False) -> Registration:
    """The visitor's own entry with this id, whose player acts for the rest of the request; 404 for everybody else.

    With `members` also that of a member of a team."""
    entries = Registration.everybody if members else Registration.objects
    entry = get_object_or_404(entries.select_related("tournament"), pk=registration_id)
    player = own_player_of(request.actor, entry)
    if player is None:
        raise Http404
    request.actor = request.actor.acting_for(player)
    return entry


def by_name(request: HttpRequest, entry: Registration, words: str) -> str:
    """What is said about an entry, with the player's name before it where several players share the phone."""
    return _("%(name)s: %(words)s") % {"name": entry.name, "words": words} if request.actor.others else words


@require_POST
def withdraw_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Withdraw before the start; the notice offers to undo it."""
    entry = own_entry(request, registration_id)
    withdraw(actor=request.actor, registration_id=entry.pk)
    undo = reverse("entry_reinstate", args=[entry.pk]) if entry.tournament.registration_open else ""
    words = _("You have withdrawn from %(event)s.") % {"event": entry.tournament.name}
    notices.done(request, by_name(request, entry, words), undo=undo)
    return redirect("my_page")


@require_POST
def reinstate_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Undo a withdrawal, at the end of the queue."""
    entry = own_entry(request, registration_id)
    entry = reinstate(actor=request.actor, registration_id=entry.pk)
    event = {"event": entry.tournament.name}
    if entry.status == Registration.Status.WAITLISTED:
        words = _("You are on the waiting list of %(event)s.") % event
    else:
        words = _("You are in again: %(event)s.") % event
    notices.done(request, by_name(request, entry, words))
    return redirect("my_page")


@require_http_methods(["GET", "HEAD", "POST"])
def drop_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Leave a running event after the round under way; asks first, because a pairing may follow at once."""
    entry = own_entry(request, registration_id)
    event = {"event": entry.tournament.name}
    if request.method == "POST":
        drop(actor=request.actor, registration_id=entry.pk)
        words = by_name(request, entry, _("You have dropped from %(event)s.") % event)
        notices.done(request, words, undo=reverse("entry_undrop", args=[entry.pk]))
        return redirect("my_page")
    in_cut = cut_drop_of(entry)
    return render(
        request,
        "components/confirm.html",
        {
            "question": by_name(request, entry, _("Drop from %(event)s?") % event),
            "consequences": [
                _("You still play the current round; after it you are no longer paired."),
                _("Your results so far stay and count for your opponents."),
                _("Until the next round is published you can come back by yourself."),
                *([say_cut_drop(in_cut, private=False)] if in_cut is not None else []),
            ],
            "action": _("Drop after this round"),
            "back": reverse("my_page"),
        },
    )


@require_POST
def undrop_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Undo a drop while no later round is published."""
    entry = own_entry(request, registration_id)
    undrop(actor=request.actor, registration_id=entry.pk)
    notices.done(request, by_name(request, entry, _("You play on: %(event)s.") % {"event": entry.tournament.name}))
    return redirect("my_page")
