"""Names that are in the list already: the first phone that joins under a prepared one gets the key of its entry."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import Consent, learn_age, require_consent
from accounts.models import Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import end_personal_link, issue_personal_link, take_over_blank_player
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.services.entries.correcting import fill_in_entry
from tournaments.services.entries.link_issuers import issuer_sees_all, issuer_stays_out
from tournaments.services.entries.membership import refuse_taken_id
from tournaments.services.entries.parting import may_be_parted, take_from
from tournaments.services.entries.person import (
    COUNTED,
    PersonData,
    consent_year,
    name_key,
    refuse_anonymous,
    refuse_erased,
)
from tournaments.services.locking import lock_registration
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason


def namesakes(tournament: Tournament, name: str, *, besides: Registration | None = None) -> list[Registration]:
    """The entries of people, members of teams too, that have the name, as entered or as a nickname; `besides` is left
    out."""
    key = name_key(name)
    entries = Registration.people.filter(tournament=tournament, status__in=COUNTED, is_anonymous=False)
    names = entries.values_list("pk", "name", "public_name")
    alike = [pk for pk, entered, nickname in names if key in (name_key(entered), name_key(nickname))]
    found = Registration.people.filter(pk__in=alike).select_related("player").order_by("pk")
    return [entry for entry in found if entry != besides]


def entry_to_claim(alike: Sequence[Registration], person: PersonData) -> Registration | None:
    """Of the entries with the name, the one that the person may claim; None where the desk has to decide.

    Staff prepared it for somebody without a key, nobody has claimed it, asks about it or was given it at the desk, and
    it says nothing that is not the asker's to know: no other event, no deck, no year of birth and no player ID but
    those that were typed.
    """
    if len(alike) != 1:
        return None
    entry = alike[0]
    if not entry.is_claimable or entry.decklist_id is not None or name_key(entry.name) != name_key(person.name):
        return None
    if entry.membership_id not in ("", person.membership_id):
        return None
    player = Player.objects.select_for_update(of=("self",)).get(pk=entry.player_id)
    if player.user_id is not None or player.link_hash or player.birth_year not in (None, person.birth_year):
        return None
    if Registration.everybody.filter(player=player).exclude(pk=entry.pk).exists():
        return None
    waiting = JoinRequest.objects.filter(entry=entry, state=JoinRequest.State.OPEN)
    given = JoinRequest.objects.filter(made=entry, state=JoinRequest.State.SAME, collected_at=None)
    if waiting.exists() or given.exists():
        return None
    entry.player = player
    return entry


def claim_entry(
    entry: Registration, person: PersonData, *, own: Player | None, division: str, consent: Consent | None
) -> str | None:
    """Give the key of the entry to who asks; the path of the link, None where a known player takes the entry
    by a key that nobody else knows here.

    `own` is the player of the account or of the phone whose name it is; a phone that stands for somebody else gets one
    more player. The caller holds the tournament, and has chosen the entry by `entry_to_claim`.
    """
    player, link = entry.player, None
    require_consent([(player, consent_year(person, player))], consent)
    if own is not None:
        # What staff said of the name holds for who takes it: a child may be on the phone of a grown-up of its name.
        learn_age(own, None, player.age_group)
        entry.player = own
        entry.save(update_fields=["player"])
        take_over_blank_player(player=player, into=own)
        player = own
        if issuer_stays_out(own, entry.tournament):
            link = issue_personal_link(player=own, issuer=own.link_issuer)
    else:
        link = issue_personal_link(player=player)
    refuse_erased({player.pk})
    if not entry.membership_id:
        refuse_taken_id(entry.tournament, person.membership_id, besides=entry)
    entry.is_claimable, entry.claimed_at = False, timezone.now()
    entry.save(update_fields=["is_claimable", "claimed_at"])
    entrant = Actor(player=player)
    fill_in_entry(actor=entrant, entry=entry, person=person, division=division, consent=consent)
    write_log(entry.tournament, entrant, "entry_claimed", entry=entry.pk, name=entry.name)
    return link


@transaction.atomic
def revoke_entry_link(*, actor: Actor, registration_id: int, reason: str) -> Registration:
    """Let an entry's personal link stop working, and the phones that came by it. A claimed name can be claimed again.

    A claim is taken back by who manages entries, any other link revoked by who may issue one. Where the player who
    claimed the name plays elsewhere too, or has an account, only this entry is taken from them.

    Raises NotAllowed, `player_plays_elsewhere`, Refusal `teams_have_no_link`, `player_has_account`, `reason_required`,
    `reason_too_long`, Conflict `entry_anonymous`, `no_link_to_revoke`.
    """
    entry = lock_registration(registration_id)
    is_claimed = entry.claimed_at is not None
    if entry.is_team:
        raise Refusal("teams_have_no_link")
    require(actor, Action.MANAGE_ENTRIES if is_claimed else Action.ISSUE_LINKS, entry.tournament)
    refuse_anonymous(entry)
    player = Player.objects.select_for_update(of=("self",)).get(pk=entry.player_id)
    why = tidy_reason(reason)
    if is_claimed and may_be_parted(entry, player):
        take_from(player, entry)
    else:
        _refuse_to_revoke(actor, entry, player, is_claimed)
        end_personal_link(player=player)
    if is_claimed:
        entry.is_claimable, entry.claimed_at = True, None
        entry.save(update_fields=["is_claimable", "claimed_at"])
    verb = "claim_taken_back" if is_claimed else "entry_link_revoked"
    write_log(entry.tournament, actor, verb, entry=entry.pk, name=entry.name, reason=why)
    return entry


def _refuse_to_revoke(actor: Actor, entry: Registration, player: Player, is_claimed: bool) -> None:
    if player.user_id is not None:
        raise Refusal("player_has_account")
    if not is_claimed and not issuer_sees_all(actor, player):
        raise NotAllowed("player_plays_elsewhere", name=entry.name)
    if not player.link_hash:
        raise Conflict("no_link_to_revoke", name=entry.name)
