"""Asking for a past entry: somebody with an account says that an entry of an event was theirs, and its desk decides.

Those who ask read the same whether anybody has the name or not: every question becomes a request, so that no name of a
list, and no minor's, can be found out by asking.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.consents import Consent, consent_year_of, record_consents, require_age_and_consent
from accounts.models import Player, User
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import end_personal_link
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.services.entries.asking import (
    Asked,
    Asker,
    Collected,
    ask_at_desk,
    collect_locked,
    consent_of,
    lock_join_request,
)
from tournaments.services.entries.membership import read_membership_id
from tournaments.services.entries.person import PersonData, name_key
from tournaments.services.locking import lock_tournament

MAX_PAST_OPEN = 20
"""Questions of one account that wait at the same time, in all events: a family's season."""


@transaction.atomic
def ask_for_past_entry(
    *,
    actor: Actor,
    tournament_id: int,
    name: str,
    membership_id: str = "",
    birth_year: int | None = None,
    age_group: str = "",
    consent: Consent | None = None,
) -> Asked:
    """Ask the desk of an event for the entry of this name, for the account that is signed in and for no other.

    The desk gets what was typed, beside the entry that has the name or the player ID, if one alone has. A player who
    may be under 14 takes a guardian's `consent`, as in `register_self`: without one nothing is kept.

    Raises NotAllowed `sign_in_first`, Refusal `no_such_tournament`, `age_needed`, `birth_year_needed`,
    `guardian_consent_needed`, `membership_id_unreadable`,
    `too_many_join_requests`, Conflict `already_registered` where the entry is the account's already, or a refusal with
    every field that cannot be accepted.
    """
    if actor.user is None:
        raise NotAllowed("sign_in_first")
    tournament = lock_tournament(tournament_id)
    person = PersonData.of(
        name, birth_year, membership_id=read_membership_id(tournament, membership_id), age_group=age_group
    )
    alike = entries_meant(tournament, person.name, person.membership_id)
    mine = next((entry for entry in alike if entry.player_id in actor.player_keys), None)
    if mine is not None:
        raise Conflict("already_registered", name=mine.name, entry=mine.pk)
    require_age_and_consent(None, person.birth_year, age_group, consent)
    # Questions at two events lock two tournaments: the account's own row makes the second wait until the first counts.
    User.objects.select_for_update(no_key=True).get(pk=actor.user.pk)
    waiting = JoinRequest.objects.filter(account=actor.user, is_past=True, state=JoinRequest.State.OPEN)
    if waiting.exclude(tournament=tournament).count() >= MAX_PAST_OPEN:
        raise Refusal("too_many_join_requests")
    entry = alike[0] if len(alike) == 1 else None
    asker = Asker(actor.player, actor.user, "")
    return ask_at_desk(tournament, asker, person, entry=entry, division="", consent=consent, is_past=True)


def entries_meant(tournament: Tournament, name: str, membership_id: str) -> list[Registration]:
    """The entries of people, a member's of a team too, that have the player ID; where none has, those with the name, as
    entered or as a nickname. Whatever became of them, except those that are nobody's."""
    people = Registration.people.filter(tournament=tournament, is_anonymous=False).select_related("player")
    if membership_id:
        found = list(people.filter(membership_id=membership_id).order_by("pk"))
        if found:
            return found
    key = name_key(name)
    names = people.values_list("pk", "name", "public_name")
    alike = [pk for pk, entered, nickname in names if key in (name_key(entered), name_key(nickname))]
    return list(people.filter(pk__in=alike).order_by("pk"))


def entry_of_number(tournament: Tournament, number: int, *, besides: Collection[int] = ()) -> Registration:
    """The person's entry with this number, as the desk chooses it. Raises Refusal `no_such_entry`."""
    people = Registration.people.filter(tournament=tournament, number=number).exclude(pk__in=besides)
    found = people.select_related("player").first()
    if found is None:
        raise Refusal("no_such_entry", field="number")
    found.tournament = tournament
    return found


@transaction.atomic
def take_past_entry(*, actor: Actor, request_id: int) -> Collected:
    """Take the player of the entry that the desk has given into the account, with all their entries. The account is the
    key from then on: no link is left over that nobody has.

    All or nothing: raises what `collect_key` and `claim_player` raise, NotAllowed `sign_in_first`, Refusal
    `no_such_join_request` for a request of another kind, `past_entry_decided_by_you` for the account that decided.
    """
    if actor.user is None:
        raise NotAllowed("sign_in_first")
    request = lock_join_request(request_id)
    if not request.is_past:
        raise Refusal("no_such_join_request")
    if request.is_accepted and request.decided_by_user_id == actor.user.pk:
        raise Refusal("past_entry_decided_by_you", name=request.name)
    collected = collect_locked(actor, request)
    player = Player.objects.get(pk=collected.entry.player_id)
    player = claim_player(user=actor.user, player=player)
    record_consents([(player, consent_year_of(player))], consent_of(request), actor=actor)
    end_personal_link(player=player)
    return Collected(collected.entry, None)
