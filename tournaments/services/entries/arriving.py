"""Check-in, late entries, and the personal links of players without an account."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import Consent, consent_year_of, learn_age, record_consents, require_consent
from accounts.models import Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import create_player, end_personal_link, issue_personal_link
from tournaments.models import Bye, MissedRound, Registration, Round, Tournament
from tournaments.permissions import Action, is_own, require
from tournaments.services.entries.divisions import put_into_division, year_for_division
from tournaments.services.entries.link_issuers import (
    account_stays_out,
    issuer_sees_all,
    issuer_stays_out,
    without_account,
)
from tournaments.services.entries.membership import read_membership_id, refuse_taken_id
from tournaments.services.entries.numbers import next_number, tell_names_apart
from tournaments.services.entries.person import (
    PersonData,
    consent_year,
    refuse_anonymous,
    refuse_erased,
    refuse_same_name,
    year_of,
)
from tournaments.services.entries.seats import refuse_started, refuse_teams, refuse_too_many
from tournaments.services.locking import lock_entrant, lock_registration, lock_tournament
from tournaments.services.log import write_log

Phase = Tournament.Phase
Status = Registration.Status


@transaction.atomic
def check_in(*, actor: Actor, registration_id: int, present: bool) -> Registration:
    """Check an entrant in before the start, or undo it; a second call changes nothing.

    Raises Conflict `already_started` or `not_entered` (waiting and withdrawn entries have no seat to take).
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.CHECK_IN, tournament)
    refuse_started(tournament)
    if registration.status != Status.ACTIVE:
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    if present == (registration.checked_in_at is not None):
        return registration
    registration.checked_in_at = timezone.now() if present else None
    registration.save(update_fields=["checked_in_at"])
    verb = "entry_checked_in" if present else "entry_checked_out"
    write_log(tournament, actor, verb, entry=registration.pk, name=registration.name)
    return registration


@transaction.atomic
def late_entry(
    *,
    actor: Actor,
    tournament_id: int,
    name: str = "",
    late_policy: str,
    birth_year: int | None = None,
    public_name: str = "",
    team: str = "",
    membership_id: str = "",
    age_group: str = "",
    division: str = "",
    allow_same_name: bool = False,
    registration_id: int | None = None,
    player_id: int | None = None,
    consent: Consent | None = None,
) -> Registration:
    """Enter somebody while the Swiss rounds run, from the next round not paired yet; past capacity too.

    Each round paired before counts as a loss or an awarded bye, as `late_policy` says; a draft that is paired again has
    them in it. Once the last Swiss round is published nobody enters, not to play the one who has its bye either.
    `registration_id` takes in somebody who is on the waiting list or had withdrawn, under the name entered then;
    `player_id` is a known player's.
    Raises Conflict `not_started` (add an entry then), `not_running`, `too_late` (no Swiss round is left),
    `player_erased`, Refusal `no_such_choice`,
    `same_name`, `membership_id_taken`, `too_many_entries`, `guardian_consent_needed`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    if late_policy not in Registration.LatePolicy.values:
        raise Refusal("no_such_choice", field="late_policy", value=late_policy, choices=Registration.LatePolicy.values)
    past = _past_rounds(tournament)
    if registration_id is not None:
        registration = _waiting_entry(tournament, registration_id)
        year = consent_year_of(registration.player)
        require_consent([(registration.player, year)], consent)
        if not registration.division:
            registration.tournament = tournament
            put_into_division(registration, birth_year=year_for_division(registration), chosen=division, by_staff=True)
    else:
        refuse_teams(tournament)
        member = read_membership_id(tournament, membership_id)
        person = PersonData.of(name, birth_year, public_name, team, member, age_group)
        known = _known_player(tournament, player_id)
        year = consent_year(person, known)
        require_consent([(known, year)], consent)
        if not allow_same_name:
            refuse_same_name(tournament, person.name)
        registration = _new_entry(actor, tournament, person, known)
        put_into_division(registration, birth_year=year_of(person, known), chosen=division, by_staff=True)
    _seat_late(registration, past, late_policy)
    refuse_erased({registration.player_id})
    record_consents([(registration.player, year)], consent, actor=actor)
    tell_names_apart(tournament)
    _count_past_rounds(registration, past)
    facts = {"entry": registration.pk, "name": registration.name}
    write_log(tournament, actor, "entry_late", **facts, round=registration.first_round, policy=late_policy)
    return registration


@transaction.atomic
def issue_entry_link(*, actor: Actor, registration_id: int) -> str:
    """A fresh personal link for an entrant without an account, for organisers to give out or the player to renew.

    The previous link stops working, and so do the sessions it opened. A link is good for what its issuer may see: an
    organiser issues none for a player who has entries in events of others too. Raises Refusal `player_has_account`,
    NotAllowed `player_plays_elsewhere`.
    """
    registration = lock_registration(registration_id)
    if registration.is_team:
        raise Refusal("teams_have_no_link")
    player = Player.objects.select_for_update(of=("self",)).get(pk=registration.player_id)
    own = is_own(actor, registration)
    if not own:
        require(actor, Action.ISSUE_LINKS, registration.tournament)
    refuse_anonymous(registration)
    if player.user_id is not None:
        raise Refusal("player_has_account")
    if not own and not issuer_sees_all(actor, player):
        raise NotAllowed("player_plays_elsewhere", name=registration.name)
    link = issue_personal_link(player=player, issuer=player.link_issuer if own else actor.user)
    write_log(registration.tournament, actor, "entry_link_issued", entry=registration.pk, name=registration.name)
    return link


def _known_player(tournament: Tournament, player_id: int | None) -> Player | None:
    """The player who comes late, if known. Raises Refusal `no_such_player`, Conflict `already_registered`."""
    if player_id is None:
        return None
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise Refusal("no_such_player", field="player")
    entered = tournament.registrations.filter(player=player).first()
    if entered is not None:
        raise Conflict("already_registered", name=entered.name, entry=entered.pk)
    return player


def _past_rounds(tournament: Tournament) -> list[Round]:
    """The Swiss rounds a late entrant has missed, a draft included; refuses where none is left to play."""
    if tournament.phase == Phase.REGISTRATION:
        raise Conflict("not_started")
    if tournament.phase == Phase.TOP_CUT:
        raise Conflict("too_late")
    if tournament.phase != Phase.SWISS:
        raise Conflict("not_running", phase=tournament.phase)
    rounds = list(tournament.rounds.filter(stage=Round.Stage.SWISS).order_by("number"))
    is_draft = bool(rounds) and rounds[-1].status == Round.Status.DRAFT
    if tournament.planned_rounds is not None and len(rounds) >= tournament.planned_rounds and not is_draft:
        raise Conflict("too_late", planned=tournament.planned_rounds)
    return rounds


def why_closed(tournament: Tournament) -> Conflict | None:
    """Why nobody can enter an event that has started, as `late_entry` would refuse it now; None where somebody can."""
    try:
        _past_rounds(tournament)
    except Conflict as refused:
        return refused
    return None


def _new_entry(actor: Actor, tournament: Tournament, person: PersonData, known: Player | None) -> Registration:
    """An entry of a person who has none, not saved yet; links of a known player count as in `add_entry`."""
    refuse_too_many(tournament)
    refuse_taken_id(tournament, person.membership_id)
    player = known
    if player is None:
        player = create_player(name=person.name)
    elif account_stays_out(player, tournament):
        player = without_account(player, person.name, year_of(person, player))
    elif issuer_stays_out(player, tournament):
        end_personal_link(player=player)
    learn_age(player, person.birth_year, person.age_group)
    return Registration(
        tournament=tournament,
        player=player,
        is_claimable=known is None,
        number=next_number(tournament),
        name=person.name,
        public_name=person.public_name,
        team=person.team,
        membership_id=person.membership_id,
        registered_by=actor.label[:150],
    )


def _seat_late(registration: Registration, past: list[Round], late_policy: str) -> None:
    """Save the entry as one that plays from the round after the `past` ones, and is here."""
    registration.status = Status.ACTIVE
    registration.status_round = None
    registration.first_round = len(past) + 1
    registration.late_policy = late_policy if past else ""
    registration.checked_in_at = timezone.now()
    registration.save()


def _count_past_rounds(registration: Registration, past: list[Round]) -> None:
    """Give the entrant a loss or an awarded bye in each round published before, by their late policy."""
    for round_ in past:
        if registration.late_policy == Registration.LatePolicy.BYE:
            Bye.objects.create(round=round_, registration=registration, kind=Bye.Kind.AWARDED)
        else:
            MissedRound.objects.create(round=round_, registration=registration)


def _waiting_entry(tournament: Tournament, registration_id: int) -> Registration:
    registration = Registration.objects.select_for_update().filter(pk=registration_id, tournament=tournament).first()
    if registration is None:
        raise Refusal("no_such_entry")
    if registration.status not in (Status.WAITLISTED, Status.WITHDRAWN):
        raise Conflict("already_registered", name=registration.name, entry=registration.pk)
    refuse_anonymous(registration)
    refuse_same_name(tournament, registration.name, besides=registration, kind=registration.kind)
    refuse_taken_id(tournament, registration.membership_id, besides=registration)
    return registration
