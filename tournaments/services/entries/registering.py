"""Entering a tournament: joining by oneself, or one person entered by staff before the start."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import Consent, learn_age, record_consents, require_age_and_consent, require_consent
from accounts.models import Player
from accounts.refusals import Conflict, Refusal
from accounts.services import create_player, end_personal_link, ensure_player, issue_personal_link
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.services.entries.asking import Asker, ask_at_desk
from tournaments.services.entries.claiming import claim_entry, entry_to_claim, namesakes
from tournaments.services.entries.divisions import put_into_division
from tournaments.services.entries.link_issuers import account_stays_out, issuer_stays_out, without_account
from tournaments.services.entries.membership import read_membership_id, refuse_taken_id
from tournaments.services.entries.numbers import next_number, tell_names_apart
from tournaments.services.entries.person import (
    COUNTED,
    PersonData,
    consent_year,
    name_key,
    refuse_erased,
    refuse_same_name,
    year_of,
)
from tournaments.services.entries.seats import (
    refuse_closed_to_players,
    refuse_started,
    refuse_teams,
    refuse_too_many,
    seat_status,
)
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log


@dataclass(frozen=True)
class RegisteredSelf:
    """What became of somebody who joins: an entry, or a request that the desk decides.

    `personal_link` is the path to come back by, for a player without an account who had none yet; it is shown this
    once. `secret` is that by which the browser knows its `request`.
    """

    entry: Registration | None
    personal_link: str | None
    request: JoinRequest | None = None
    secret: str = ""

    @property
    def registration(self) -> Registration:
        """The entry. Raises Conflict `sent_to_desk` where there is a request instead."""
        if self.entry is None:
            raise Conflict("sent_to_desk")
        return self.entry


@transaction.atomic
def register_self(
    *,
    actor: Actor,
    tournament_id: int,
    name: str,
    birth_year: int | None = None,
    public_name: str = "",
    team: str = "",
    membership_id: str = "",
    division: str = "",
    as_new_person: bool = False,
    same_person: bool = False,
    age_group: str = "",
    consent: Consent | None = None,
    secret: str = "",
) -> RegisteredSelf:
    """Join with an account, a personal link or just a name; past capacity on the waiting list.

    Who joins under a name that staff prepared claims its entry (`claiming.entry_to_claim`), also after the start. A
    name that somebody has already, and a late entry, are sent to the desk as a request. So is, in an event for teams, a
    name that is not in the list: who joins there alone is the member of a team that staff entered. `secret` is that of
    the browser's earlier requests.

    `division` counts where no year of birth decides. `as_new_person`: somebody else than the account or the link
    stands for (a parent's phone entering a second child); `same_person`: the one they stand for, under a name they were
    not known by. `age_group`: how old the player is said to be, needed where no
    year of birth says it (`require_age`); a player who may be under 14 takes a guardian's `consent`, and nothing is
    kept without one.

    Raises Refusal `whose_name` for a new name of which nobody says whose it is, `age_needed`, `birth_year_needed`,
    `guardian_consent_needed`, `registration_closed`, `too_many_entries`, `too_many_join_requests`, Conflict
    `already_registered`, or a refusal with every field that cannot be accepted. A player whose link was handed out by
    somebody without rights in this event gets a new one with the entry, and that link ends. The view remembers a new
    link's player in its session.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.REGISTER_SELF, tournament)
    refuse_closed_to_players(tournament)
    member = read_membership_id(tournament, membership_id)
    person = PersonData.of(name, birth_year, public_name, team, member, age_group)
    if not (as_new_person or same_person):
        refuse_unknown_name(actor, person)
    player = None if as_new_person else own_player(actor, person)
    require_age_and_consent(player, year_of(person, player), age_group, consent)
    before = _refuse_second_entry(tournament, player)
    alike = namesakes(tournament, person.name, besides=before)
    prepared = entry_to_claim(alike, person) if before is None else None
    if prepared is not None:
        prepared.tournament = tournament
        return RegisteredSelf(prepared, claim_entry(prepared, person, own=player, division=division, consent=consent))
    if alike or tournament.is_for_teams or tournament.phase != Tournament.Phase.REGISTRATION:
        if player is not None and actor.player is None:
            _learn_of_own(actor, player, person, consent)
        asker = Asker(player, actor.user, secret)
        entry = alike[0] if alike else None
        asked = ask_at_desk(tournament, asker, person, entry=entry, division=division, consent=consent)
        return RegisteredSelf(None, None, asked.request, asked.secret)
    return _enter_self(actor, tournament, player, person, before=before, division=division, consent=consent)


def _learn_of_own(actor: Actor, player: Player, person: PersonData, consent: Consent | None) -> None:
    """Keep the age and the consent of an account's own player, made a moment ago with the name that was typed."""
    learn_age(player, person.birth_year, person.age_group)
    record_consents([(player, consent_year(person, player))], consent, actor=Actor(user=actor.user, player=player))


def _enter_self(
    actor: Actor,
    tournament: Tournament,
    player: Player | None,
    person: PersonData,
    *,
    before: Registration | None,
    division: str,
    consent: Consent | None,
) -> RegisteredSelf:
    """The entry of somebody whose name is free, before the start."""
    link = None
    if player is None:
        player = create_player(name=person.name, birth_year=person.birth_year, age_group=person.age_group)
        link = issue_personal_link(player=player)
    elif issuer_stays_out(player, tournament):
        # The phone may be the issuer's own, so the new link is no more the player's secret than the old one was.
        link = issue_personal_link(player=player, issuer=player.link_issuer)
    entrant = Actor(user=actor.user, player=player)
    learn_age(player, person.birth_year, person.age_group)
    chosen = _Choice(division)
    registration = _enter(tournament, player, person, by=entrant.label, before=before, choice=chosen)
    record_consents([(player, consent_year(person, player))], consent, actor=entrant)
    write_log(
        tournament, entrant, "entry_registered", entry=registration.pk, name=person.name, status=registration.status
    )
    return RegisteredSelf(registration, link)


@transaction.atomic
def add_entry(
    *,
    actor: Actor,
    tournament_id: int,
    name: str,
    birth_year: int | None = None,
    public_name: str = "",
    team: str = "",
    membership_id: str = "",
    age_group: str = "",
    division: str = "",
    allow_same_name: bool = False,
    player_id: int | None = None,
    is_demo: bool = False,
    consent: Consent | None = None,
) -> Registration:
    """Staff enter one person before the start, past capacity on the waiting list; `player_id` for a known player.

    A known player whose account may be that of somebody without rights in this event is entered as a person without
    account (`account_stays_out`).
    Raises Conflict `already_started` (a late entry is meant then), Refusal `guardian_consent_needed` for a player who
    may be under 14 without `consent`, and what `register_self` raises.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    refuse_started(tournament)
    refuse_teams(tournament)
    member = read_membership_id(tournament, membership_id)
    person = PersonData.of(name, birth_year, public_name, team, member, age_group)
    player = known_player(player_id)
    year = consent_year(person, player)
    require_consent([(player, year)], consent)
    before = _refuse_second_entry(tournament, player)
    if not allow_same_name:
        refuse_same_name(tournament, person.name, besides=before)
    if player is None:
        player = create_player(
            name=person.name, birth_year=person.birth_year, age_group=person.age_group, is_demo=is_demo
        )
    elif before is None and account_stays_out(player, tournament):
        player = without_account(player, person.name, year_of(person, player))
    elif issuer_stays_out(player, tournament):
        end_personal_link(player=player)
    learn_age(player, person.birth_year, person.age_group)
    chosen = _Choice(division, by_staff=True, is_claimable=player_id is None)
    registration = _enter(tournament, player, person, by=actor.label, before=before, choice=chosen)
    record_consents([(player, year)], consent, actor=actor)
    write_log(tournament, actor, "entry_added", entry=registration.pk, name=person.name, status=registration.status)
    return registration


def known_player(player_id: int | None) -> Player | None:
    """The player of this id; None for None. Raises Refusal `no_such_player`."""
    if player_id is None:
        return None
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise Refusal("no_such_player", field="player")
    return player


def refuse_unknown_name(actor: Actor, person: PersonData) -> None:
    """Raise Refusal `whose_name` where the player who acts was never called so: it may be somebody else, a child whose
    parent's phone it is, who would be entered with the age, the link and the past entries of the other.
    """
    if actor.player is None or name_key(person.name) == name_key(actor.player.name):
        return
    entered = Registration.everybody.filter(player=actor.player).values_list("name", flat=True)
    if name_key(person.name) not in map(name_key, entered):
        raise Refusal("whose_name", field="same_person", name=actor.player.name, typed=person.name)


def own_player(actor: Actor, person: PersonData) -> Player | None:
    """The player who acts, an account's own made on first need."""
    if actor.user is not None and actor.player is None:
        return ensure_player(user=actor.user, name=person.name)
    return actor.player


def _refuse_second_entry(tournament: Tournament, player: Player | None) -> Registration | None:
    """The player's withdrawn entry, which coming back takes up again; a team comes back as a whole. Raises Conflict
    `already_registered`."""
    if player is None:
        return None
    mine = Registration.people.filter(tournament=tournament, player=player)
    active = mine.filter(status__in=COUNTED).first()
    if active is not None:
        raise Conflict("already_registered", name=active.name, entry=active.entrant_id)
    return None if tournament.is_for_teams else mine.order_by("-id").first()


@dataclass(frozen=True)
class _Choice:
    """The division that was chosen, whether by staff, and whether the entry waits for its person to claim it."""

    division: str
    by_staff: bool = False
    is_claimable: bool = False


def _enter(
    tournament: Tournament,
    player: Player,
    person: PersonData,
    *,
    by: str,
    choice: _Choice,
    before: Registration | None = None,
) -> Registration:
    """Write the entry, or take a withdrawn one up again at the end of the queue.

    Its decklist is kept, and a division that was chosen by hand until another is chosen.
    """
    if before is None:
        refuse_too_many(tournament)
    registration = before or Registration(tournament=tournament, player=player, number=next_number(tournament))
    registration.tournament = tournament
    registration.name, registration.public_name, registration.team = person.name, person.public_name, person.team
    refuse_taken_id(tournament, person.membership_id, besides=before)
    registration.membership_id = person.membership_id
    birth_year = person.birth_year or player.birth_year
    if choice.division or not registration.division_by_hand:
        put_into_division(registration, birth_year=birth_year, chosen=choice.division, by_staff=choice.by_staff)
    registration.status = seat_status(tournament)
    registration.status_round = None
    registration.status_reason = ""
    registration.registered_by = by[:150]
    registration.is_claimable = choice.is_claimable
    if before is not None:
        registration.registered_at = timezone.now()
    registration.save()
    refuse_erased({player.pk})
    tell_names_apart(tournament)
    return registration
