"""Which division an entry belongs to: by year of birth, or as somebody has chosen."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Registration, Round, Tournament
from tournaments.permissions import Action, require
from tournaments.play.divisions import deciding_year, default_division, division_of_year, division_unchosen
from tournaments.queries.rounds import newest_round
from tournaments.queries.settings import divisions_of
from tournaments.services.locking import lock_entrant, lock_tournament
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason

OPEN = (Tournament.Phase.REGISTRATION, Tournament.Phase.SWISS)


def put_into_division(
    registration: Registration, *, birth_year: int | None, chosen: str = "", by_staff: bool = False
) -> None:
    """Set the division of an entry that is about to be saved: by the year of birth, else as chosen, else the last one
    as `division_unchosen` says.

    What staff choose counts also against the year of birth; nobody else chooses a division whose years leave them out.
    Once the event runs, one who belongs nowhere goes into the last division. Raises Refusal `no_such_division`.
    """
    tournament = registration.tournament
    divisions = divisions_of(tournament)
    by_year = division_of_year(divisions, birth_year)
    if chosen:
        _require_known(tournament, chosen)
        is_left_out = birth_year is not None and any(one.code == chosen and one.has_years for one in divisions)
        chosen = "" if is_left_out and not by_staff else chosen
    if chosen and (by_staff or not by_year):
        registration.division, registration.division_by_hand = chosen, chosen != by_year
        return
    registration.division, registration.division_by_hand = division_unchosen(divisions, birth_year), False
    if not registration.division and tournament.phase != Tournament.Phase.REGISTRATION:
        registration.division = default_division(divisions)


def year_for_division(entry: Registration) -> int | None:
    """The year of birth that decides the division of an entry that is paired: the player's, of a team the one that
    `deciding_year` finds among its members'. One query for a team."""
    if not entry.is_team:
        return entry.player.birth_year
    return deciding_year(Registration.people.filter(team_entry=entry).values_list("player__birth_year", flat=True))


def _require_known(tournament: Tournament, code: str) -> None:
    known = [one.code for one in divisions_of(tournament)]
    if code not in known:
        raise Refusal("no_such_division", field="division", value=code[:40], known=known)


@transaction.atomic
def set_division(*, actor: Actor, registration_id: int, division: str, reason: str = "") -> Registration:
    """Staff put an entry into a division whatever the year of birth says; empty: by `year_for_division` again.

    After the start a reason is needed. Raises Refusal `no_such_division`, `reason_required`, `reason_too_long`,
    Conflict `divisions_are_fixed` (after the Swiss rounds) or `draft_open`: a draft pairs by the divisions there were.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.MANAGE_ENTRIES, tournament)
    require_open(tournament)
    why = tidy_reason(reason, required=tournament.phase != Tournament.Phase.REGISTRATION)
    before = registration.division
    put_into_division(registration, birth_year=year_for_division(registration), chosen=division, by_staff=True)
    registration.save(update_fields=["division", "division_by_hand"])
    if registration.division != before:
        facts = {"entry": registration.pk, "name": registration.name, "reason": why}
        names = {"before": name_in_log(tournament, before), "after": name_in_log(tournament, registration.division)}
        write_log(tournament, actor, "division_changed", **facts, **names)
    return registration


@transaction.atomic
def join_divisions(*, actor: Actor, tournament_id: int, joined: Mapping[str, str]) -> Tournament:
    """Pair small divisions along with another: `joined` maps the code of one to that of the other; empty: to none.

    Their standings stay apart. Raises Refusal `no_such_division`, `joined_in_circle` (the other is itself paired along
    with one), Conflict `divisions_are_fixed`, `draft_open`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.RUN_ROUNDS, tournament)
    require_open(tournament)
    wanted = {one: other for one, other in joined.items() if other and one != other}
    for code in (*wanted, *wanted.values()):
        _require_known(tournament, code)
    if set(wanted) & set(wanted.values()):
        raise Refusal("joined_in_circle", field="joined")
    before = tournament.joined_divisions
    if wanted != before:
        tournament.joined_divisions = wanted
        tournament.save(update_fields=["joined_divisions"])
        pairs = [
            [[name_in_log(tournament, one), name_in_log(tournament, other)] for one, other in some.items()]
            for some in (before, wanted)
        ]
        write_log(tournament, actor, "divisions_joined", was=pairs[0], now=pairs[1])
    return tournament


def require_open(tournament: Tournament) -> None:
    """Whether divisions may still change. Raises Conflict `divisions_are_fixed`, `draft_open`."""
    if tournament.phase not in OPEN:
        raise Conflict("divisions_are_fixed", phase=tournament.phase)
    newest = newest_round(tournament)
    if newest is not None and newest.status == Round.Status.DRAFT:
        raise Conflict("draft_open", number=newest.number)


def sort_into_divisions(actor: Actor, tournament: Tournament) -> None:
    """Put every entry into the divisions as they are now; a choice stands while its division is there.
    Who is in one without years stays there where no year of birth says otherwise.

    The log names the entries whose division was chosen and is gone.
    """
    divisions = divisions_of(tournament)
    known = {one.code: one for one in divisions}
    changed, lost = [], []
    years = _years_of_members(tournament)
    for entry in tournament.registrations.select_related("player"):
        by_year = division_unchosen(divisions, deciding_year(years.get(entry.pk, [entry.player.birth_year])))
        is_default = not by_year and entry.division in known and not known[entry.division].has_years
        if is_default or (entry.division_by_hand and entry.division in known):
            continue
        if (entry.division, entry.division_by_hand) != (by_year, False):
            if entry.division_by_hand:
                lost.append(entry)
            entry.division, entry.division_by_hand = by_year, False
            changed.append(entry)
    Registration.objects.bulk_update(changed, ["division", "division_by_hand"], batch_size=500)
    if lost:
        facts = {"entries": [entry.pk for entry in lost], "names": [entry.name for entry in lost]}
        write_log(tournament, actor, "divisions_lost", **facts)
    if not known.keys() >= set(tournament.division_cuts):
        tournament.division_cuts = {code: size for code, size in tournament.division_cuts.items() if code in known}
        tournament.save(update_fields=["division_cuts"])
    if not known.keys() >= {*tournament.joined_divisions, *tournament.joined_divisions.values()}:
        tournament.joined_divisions = {}
        tournament.save(update_fields=["joined_divisions"])


def _years_of_members(tournament: Tournament) -> Mapping[int, list[int | None]]:
    """The years of birth of the members of every team, by its key; empty where players play alone."""
    found: dict[int, list[int | None]] = {}
    members = Registration.people.filter(tournament=tournament, team_entry__isnull=False)
    for team, year in members.values_list("team_entry", "player__birth_year"):
        found.setdefault(team or 0, []).append(year)
    return found


def fill_divisions(tournament: Tournament) -> list[int]:
    """Put everybody who belongs nowhere into the last division, at the start; returns whom."""
    default = default_division(divisions_of(tournament))
    if not default:
        return []
    without = tournament.registrations.filter(division="")
    keys = list(without.order_by("pk").values_list("pk", flat=True))
    without.update(division=default)
    return keys


def names_of_part(tournament: Tournament, part: str) -> list[list[str]]:
    """The names of the divisions of a part of a round, as a line of the log keeps them."""
    return [name_in_log(tournament, code) for code in part.split("+")]


def name_in_log(tournament: Tournament, code: str) -> list[str]:
    """The names of a division, Chinese and English, as a line of the log keeps them; empty for none."""
    return next(([one.zh, one.en] for one in divisions_of(tournament) if one.code == code), [])
