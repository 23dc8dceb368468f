"""Judging open decks again after the restrictions, the card pool or an event's settings changed.

A run goes through the decks one by one, each in a transaction of its own, so that nobody waits for it. It may be
interrupted at any point and run again: no deck gets a second version, and nobody is notified twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from accounts.inbox import send_notice
from cardpool.models import CardGame
from decks.differences import verdict_turned_on
from decks.findings import numbered_name
from decks.models import DecklistVersion
from decks.services import Rejudged
from jobs.services.leases import ask_job
from jobs.troubles import passing_trouble
from tournaments.models import Registration, Rejudging, StaffMember, Tournament, VerdictChange
from tournaments.queries.names import shown_name
from tournaments.services.decklists import LEFT, rejudge_decklists, rejudge_entry
from tournaments.services.locking import lock_registration, lock_tournament
from tournaments.services.log import write_log

logger = logging.getLogger(__name__)

MAX_AT_ONCE = 30
"""How many lists of an event are judged again while the organiser waits; more are judged by a job."""
REJUDGE = "tournaments.rejudge"
"""The kind of job that judges open decks again."""

SETTLED = "settled"
"""The kind of cause that is a judge's decision about cards of one event."""

DECKS_FAILED = "decks_failed"
NOTIFIED = (StaffMember.Role.OWNER, StaffMember.Role.ORGANISER)


@transaction.atomic
def ask_rejudging(*, game_id: int, actor: Actor, cause: dict[str, Any]) -> Rejudging:
    """Note that the game's open decks are to be judged again; a run still waiting for the same decks includes this.

    `cause` is what changed (see `Rejudging`); with `tournament` (its row) only the decks of that event are meant.
    """
    game = CardGame.objects.select_for_update().get(pk=game_id)
    waiting = Rejudging.objects.select_for_update().filter(game=game, state=Rejudging.State.QUEUED)
    same = [run for run in waiting if _are_same_decks(run.cause, cause)]
    if same:
        run = same[0]
        run.cause = _together(run.cause, cause)
        run.save(update_fields=["cause"])
    else:
        run = _new_run(game, actor, cause)
    ask_job(kind=REJUDGE, subject=run.pk)
    return run


@transaction.atomic
def rejudge_event(*, actor: Actor, tournament: Tournament) -> None:
    """Judge the event's lists again after its settings changed, at once or, where there are many, by a job.

    The caller holds the tournament's row lock.
    """
    if Registration.people.filter(tournament=tournament, decklist__isnull=False).count() <= MAX_AT_ONCE:
        rejudge_decklists(actor=actor, tournament=tournament)
    else:
        ask_rejudging(game_id=tournament.game_id, actor=actor, cause={"kind": "settings", "tournament": tournament.pk})


@transaction.atomic
def rejudge_settled(*, actor: Actor, tournament: Tournament, numbers: list[str], names: list[str]) -> None:
    """Judge the event's lists with these cards again after a judge decided what they count as, locked ones too: at once
    or, where there are many, by a job. Cards of these names may follow the decision, so lists with them are meant too.

    The caller holds the tournament's row lock.
    """
    cause = {"kind": SETTLED, "tournament": tournament.pk, "cards": numbers, "names": [name for name in names if name]}
    if _decks(tournament.game, cause).count() > MAX_AT_ONCE:
        ask_rejudging(game_id=tournament.game_id, actor=actor, cause=cause)
    else:
        run_rejudging(rejudging_id=_new_run(tournament.game, actor, cause).pk)


@transaction.atomic
def rejudge_reopened(*, actor: Actor, tournament: Tournament) -> None:
    """Have the lists of an event judged again that no run went through while it, or an entry of it, was not open.

    The caller holds the tournament's row lock.
    """
    cause = {"kind": "reopened", "tournament": tournament.pk}
    if tournament.phase == Tournament.Phase.REGISTRATION and _decks(tournament.game, cause).exists():
        ask_rejudging(game_id=tournament.game_id, actor=actor, cause=cause)


def run_rejudging(*, rejudging_id: int) -> None:
    """Judge the decks of a run, record the changed verdicts and notify the players. A finished run is left as it is.

    A deck that cannot be judged does not stop the others: the run then ends as failed, with the others done. A
    transient fault, such as an unreachable database, interrupts the run: it continues when it is run again.
    """
    run = _begin(rejudging_id)
    if run is None:
        return
    entries = list(_decks(run.game, run.cause).values_list("tournament_id", "pk"))
    Rejudging.objects.filter(pk=run.pk).update(total=len(entries))
    done = 0
    for place, (tournament_id, registration_id) in enumerate(entries):
        done += _judge_one(run, registration_id)
        Rejudging.objects.filter(pk=run.pk).update(done=done, changed=run.changes.count())
        is_last_of_event = place + 1 == len(entries) or entries[place + 1][0] != tournament_id
        if is_last_of_event:
            _tell_event(run, tournament_id)
    _end(run, failed=len(entries) - done)


def fail_rejudging(*, rejudging_id: int, error: str) -> None:
    """Mark a run that is not over as failed, with a code that the desk puts into words."""
    runs = Rejudging.objects.filter(pk=rejudging_id, state__in=(Rejudging.State.QUEUED, Rejudging.State.RUNNING))
    runs.update(state=Rejudging.State.FAILED, error=error, finished_at=timezone.now())


def _new_run(game: CardGame, actor: Actor, cause: dict[str, Any]) -> Rejudging:
    return Rejudging.objects.create(
        game=game,
        cause=cause,
        asked_by_user=actor.user,
        asked_by=actor.label[:150],
        total=_decks(game, cause).count(),
    )


def _are_same_decks(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two causes are about decks of the same events in the same phases."""
    events = one.get("tournament") == other.get("tournament")
    return events and (one.get("kind") == SETTLED) == (other.get("kind") == SETTLED)


def _together(waiting: dict[str, Any], cause: dict[str, Any]) -> dict[str, Any]:
    """The cause of a run that takes another one in: the newer, with the cards of both."""
    keys = [key for key in ("cards", "names") if key in cause]
    return cause | {key: list(dict.fromkeys([*waiting.get(key, []), *cause[key]])) for key in keys}


def _phases(cause: dict[str, Any]) -> tuple[str, ...]:
    """The phases of events whose lists are judged again: a decision of their own judges holds while they run too."""
    phase = Tournament.Phase
    return (phase.REGISTRATION, phase.SWISS, phase.TOP_CUT) if cause.get("kind") == SETTLED else (phase.REGISTRATION,)


def _decks(game: CardGame, cause: dict[str, Any]) -> QuerySet[Registration]:
    """Entries with a list in events that have not started, locked ones too: what is wrong is reported before the start.

    After a judge decided about cards only lists with them, so that nothing else changes in an event under way.
    """
    open_ = Registration.people.filter(
        tournament__game=game, tournament__phase__in=_phases(cause), decklist__isnull=False
    ).exclude(status__in=LEFT)
    if cause.get("tournament"):
        open_ = open_.filter(tournament=cause["tournament"])
    if cause.get("kind") == SETTLED:
        open_ = open_.filter(Exists(_versions_with(cause)))
    return open_.order_by("tournament_id", "pk")


def _versions_with(cause: dict[str, Any]) -> QuerySet[DecklistVersion]:
    """The versions of an entry's list that name one of the cards a judge decided about."""
    named = Q()
    for key, stated in (("number", cause["cards"]), ("name", cause["names"])):
        for one in stated:
            named |= Q(cards__contains=[{key: one}])
    return DecklistVersion.objects.filter(named, decklist=OuterRef("decklist"))


@transaction.atomic
def _begin(rejudging_id: int) -> Rejudging | None:
    run = Rejudging.objects.select_for_update(of=("self",)).select_related("game").filter(pk=rejudging_id).first()
    if run is None or run.state == Rejudging.State.DONE:
        return None
    run.state, run.error, run.finished_at, run.done = Rejudging.State.RUNNING, "", None, 0
    run.save(update_fields=["state", "error", "finished_at", "done"])
    return run


def _end(run: Rejudging, *, failed: int) -> None:
    state = Rejudging.State.FAILED if failed else Rejudging.State.DONE
    error = f"{DECKS_FAILED}:{failed}" if failed else ""
    Rejudging.objects.filter(pk=run.pk).update(state=state, error=error, finished_at=timezone.now())


def _judge_one(run: Rejudging, registration_id: int) -> bool:
    """Judge one deck and record what changed; returns whether that succeeded."""
    try:
        with transaction.atomic():
            registration = lock_registration(registration_id)
            tournament = registration.tournament
            if tournament.phase in _phases(run.cause) and registration.decklist is not None:
                changed = rejudge_entry(actor=SYSTEM, registration=registration, tournament=tournament)
                if changed and not changed[0].stays_open:
                    _keep_change(run, registration, changed[0])
    except Exception as error:
        if passing_trouble(error):
            raise
        logger.exception("deck_not_rejudged", extra={"rejudging": run.pk, "registration": registration_id})
        return False
    return True


def _keep_change(run: Rejudging, registration: Registration, change: Rejudged) -> None:
    """Record the changed verdict and notify the player, in the same transaction."""
    known = run.changes.filter(registration=registration).first()
    cards = _causes(run, change)
    if known is not None:  # The run was interrupted and the pool changed once more: the later verdict stands.
        known.after, known.cards = change.after, cards
        known.save(update_fields=["after", "cards"])
    else:
        VerdictChange.objects.create(
            rejudging=run, registration=registration, before=change.before, after=change.after, cards=cards
        )
    send_notice(
        to=registration.player,
        code="verdict_changed",
        path=reverse("deck_editor", args=[registration.pk]),
        event=registration.tournament.name,
        cards=_card_names([cards]),
        was_legal=change.before.is_legal,
        legal=change.after.is_legal,
        was=change.before.verdict,
        verdict=change.after.verdict,
    )


def _causes(run: Rejudging, change: Rejudged) -> list[dict[str, Any]]:
    """The cards that changed the verdict; after a judge's decision those it is about, and no others named beside them.

    A card of another number that has the name of a settled one follows the decision, and is one of these.
    """
    if run.cause.get("kind") != SETTLED:
        return change.cards
    numbers, names = frozenset(run.cause["cards"]), frozenset(run.cause["names"])
    found = verdict_turned_on(
        change.before.report,
        change.after.report,
        decided=lambda card: card["number"] in numbers or card["name"] in names,
    )
    return change.cards if found is None else found


@transaction.atomic
def _tell_event(run: Rejudging, tournament_id: int) -> None:
    """Write the event's log and notify its owners and organisers, once per run."""
    tournament = lock_tournament(tournament_id)
    changes = list(run.changes.filter(registration__tournament=tournament).select_related("registration__player"))
    if not changes or tournament.log.filter(verb="verdicts_changed", facts__run=run.pk).exists():
        return
    facts = {
        "run": run.pk,
        "count": len(changes),
        "names": [shown_name(change.registration, private=False) for change in changes],
        "cards": _card_names([change.cards for change in changes]),
    }
    write_log(tournament, SYSTEM, "verdicts_changed", kind=run.cause.get("kind", ""), **facts)
    staff = tournament.staff.filter(role__in=NOTIFIED).select_related("user")
    for user in {member.user_id: member.user for member in staff}.values():
        path = reverse("desk_entries", args=[tournament.code])
        send_notice(to=user, code="verdicts_changed", path=path, event=tournament.name, **facts)


def _card_names(listed: Iterable[list[dict[str, Any]]]) -> list[str]:
    """Every card once, by number and name."""
    return list(dict.fromkeys(numbered_name(card) for cards in listed for card in cards))
