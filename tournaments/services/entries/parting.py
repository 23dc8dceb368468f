"""Taking one entry alone from a player who has more than it, and giving it back."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import learn_age, may_be_under_14, younger_of
from accounts.models import AgeGroup, GuardianConsent, Player, User
from accounts.refusals import Conflict, Refusal
from accounts.services import take_over_blank_player
from decks.models import Decklist
from decks.services import hand_over_decklist
from tournaments.models import JoinRequest, Parting, Registration
from tournaments.permissions import Action, require
from tournaments.queries.names import is_grown_up, public_name
from tournaments.services.entries.link_issuers import without_account
from tournaments.services.entries.numbers import tell_names_apart
from tournaments.services.entries.person import COUNTED, refuse_anonymous
from tournaments.services.locking import lock_registration
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason


@transaction.atomic
def part_entry(*, actor: Actor, registration_id: int, reason: str) -> Registration:
    """Take one entry from a player who plays elsewhere too, or has an account: nobody has its key then, and the desk
    hands it out, by a link or as the answer to somebody who asks. What else the player has stays theirs. A key that an
    earlier answer gave, and that no phone has taken yet, is not to be had any more.

    For those who issue links in this event, whatever they may see of the others: the key opens this entry alone. Raises
    NotAllowed, Refusal `teams_have_no_link`, `reason_required`, `reason_too_long`, Conflict `entry_anonymous`,
    `plays_here_alone` where the link is revoked instead.
    """
    entry = _lock(actor, registration_id)
    player = Player.objects.select_for_update(of=("self",)).get(pk=entry.player_id)
    if not may_be_parted(entry, player):
        raise Conflict("plays_here_alone", name=entry.name)
    why = tidy_reason(reason)
    answers = [_kept(answer) for answer in entry.made_by_join.order_by("pk")]
    take_from(player, entry)
    # A key that waits for a phone would open the entry again to whom it was taken from.
    entry.made_by_join.filter(collected_at=None).update(collected_at=timezone.now())
    Parting.objects.create(
        registration=entry,
        before=player,
        made=entry.player,
        was_claimable=entry.is_claimable,
        claimed_before=entry.claimed_at,
        answers=answers,
    )
    entry.is_claimable, entry.claimed_at = False, None
    entry.save(update_fields=["is_claimable", "claimed_at"])
    write_log(entry.tournament, actor, "entry_parted", entry=entry.pk, name=entry.name, reason=why)
    return entry


@transaction.atomic
def undo_parting(*, actor: Actor, registration_id: int) -> Registration:
    """Give the entry back to the player it was taken from, with its deck; a link that was issued for it alone ends.

    What was learned of the person's age since is kept, a later year of birth too, and so is a consent that was given
    since. Raises NotAllowed, Refusal `teams_have_no_link`, Conflict `entry_anonymous`, `no_parting_to_undo`,
    `already_registered` where the player has another entry here by now.
    """
    entry = _lock(actor, registration_id)
    parting = parting_to_undo(entry)
    if parting is None:
        raise Conflict("no_parting_to_undo", name=entry.name)
    players = [parting.before_id, parting.made_id]
    rows = Player.objects.select_for_update(of=("self",)).filter(pk__in=players).order_by("pk")
    locked = {one.pk: one for one in rows}
    before, made = locked[parting.before_id], locked[parting.made_id]
    others = Registration.everybody.filter(tournament=entry.tournament, player=before, status__in=COUNTED)
    if entry.status in COUNTED and others.exists():
        raise Conflict("already_registered", name=entry.name, entry=others[0].pk)
    masked = [entry.pk] if public_name(entry) is None else []
    _learn_age(before, made, is_cleared=_year_was_cleared(entry, parting))
    entry.player, entry.is_claimable, entry.claimed_at = before, parting.was_claimable, parting.claimed_before
    entry.save(update_fields=["player", "is_claimable", "claimed_at"])
    for deck in Decklist.objects.filter(owner=made):
        hand_over_decklist(decklist=deck, owner=before)
    for answer in parting.answers:
        _restore(entry, answer)
    # Those of before were copied when the entry was taken.
    GuardianConsent.objects.filter(player=made, given_at__lt=parting.parted_at).delete()
    parting.delete()
    take_over_blank_player(player=made, into=before)
    tell_names_apart(entry.tournament, unmasked=masked)
    write_log(entry.tournament, actor, "entry_given_back", entry=entry.pk, name=entry.name)
    return entry


def may_be_parted(entry: Registration, player: Player) -> bool:
    """Whether the player has more than this entry, so that it can be taken from them alone."""
    return player.user_id is not None or _plays_elsewhere(player, entry)


def parting_to_undo(entry: Registration) -> Parting | None:
    """The newest time the entry was taken, while it can be undone: whom it was taken from is still there, who got it
    since has nothing else yet, and not by an answer of the desk, which is taken back by itself."""
    parting = Parting.objects.filter(registration=entry).select_related("before", "made").order_by("-pk").first()
    if parting is None or parting.made_id != entry.player_id or parting.before.erased_at is not None:
        return None
    if entry.is_anonymous or may_be_parted(entry, parting.made):
        return None
    answered = entry.made_by_join.filter(state=JoinRequest.State.SAME, decided_at__gt=parting.parted_at)
    return None if answered.exists() else parting


def take_from(player: Player, entry: Registration) -> None:
    """Let the entry belong to a person without a key again, with its deck. A link that an answer of the desk ended was
    the other's: taking the answer back does not let it open this person."""
    entry.player = without_account(player, entry.name, player.birth_year)
    entry.save(update_fields=["player"])
    if entry.decklist is not None:
        hand_over_decklist(decklist=entry.decklist, owner=entry.player)
    entry.made_by_join.filter(state=JoinRequest.State.SAME).update(link_before="", issuer_before=None)


def _lock(actor: Actor, registration_id: int) -> Registration:
    entry = lock_registration(registration_id)
    if entry.is_team:
        raise Refusal("teams_have_no_link")
    require(actor, Action.ISSUE_LINKS, entry.tournament)
    refuse_anonymous(entry)
    return entry


def _learn_age(before: Player, made: Player, *, is_cleared: bool) -> None:
    """Keep the later of two years of birth: it shows less of a name, and may have been corrected since. So may a year
    that `is_cleared` since, where what was said in its place shows less: a younger age group, or none for an adult."""
    if before.birth_year is not None:
        was = before.birth_year
        if made.birth_year is not None:
            before.birth_year = max(was, made.birth_year)
        elif is_cleared and _shows_less(made.age_group, _group_of(was)):
            before.birth_year = None
        if before.birth_year != was:
            before.save(update_fields=["birth_year"])
    learn_age(before, made.birth_year, made.age_group)


def _year_was_cleared(entry: Registration, parting: Parting) -> bool:
    edits = entry.tournament.log.filter(verb="entry_edited", facts__entry=entry.pk, at__gt=parting.parted_at)
    return edits.filter(facts__after__birth_year=None).exists()


def _shows_less(said: str, group: AgeGroup) -> bool:
    return younger_of(group, said) != group if said else group == AgeGroup.ADULT


def _group_of(birth_year: int) -> AgeGroup:
    if may_be_under_14(birth_year):
        return AgeGroup.UNDER_14
    return AgeGroup.ADULT if is_grown_up(birth_year, "") else AgeGroup.MINOR


def _plays_elsewhere(player: Player, entry: Registration) -> bool:
    return Registration.everybody.filter(player=player).exclude(pk=entry.pk).exists()


def _kept(answer: JoinRequest) -> dict[str, Any]:
    """What taking the entry ends of an answer by which it was given."""
    return {
        "request": answer.pk,
        "waits": answer.collected_at is None,
        "link": answer.link_before,
        "issuer": answer.issuer_before_id,
    }


def _restore(entry: Registration, answer: dict[str, Any]) -> None:
    """Let an answer of before the entry was taken be as it was, unless it was taken back since."""
    requests = entry.made_by_join.filter(pk=answer["request"])
    if requests.filter(state=JoinRequest.State.SAME, link_before="").exists():
        issuer = User.objects.filter(pk=answer["issuer"]).first()
        requests.update(link_before=answer["link"], issuer_before=issuer)
    if answer["waits"]:
        requests.update(collected_at=None)
