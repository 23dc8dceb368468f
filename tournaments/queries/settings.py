"""A tournament's editable settings, and what a new one starts from."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from datetime import date, datetime

from django.core import signing
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from cardpool.models import CardGame, Ruleset
from cardpool.queries import current_ruleset, pack_of
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import Division, read_divisions
from tournaments.queries.assigned import WEIGHT, awarded_byes, players_for_byes


@dataclass(frozen=True)
class TournamentData:
    """Everything about a tournament its organisers may enter. Choices are the model's values; times are aware.

    `planned_rounds` None: as recommended for the number of players when the event starts. `capacity` None: no limit.
    `cut_best_of` None: the top cut's matches are as long as those of the Swiss rounds; otherwise from the round with
    `cut_best_of_from` players left on (None: in all of it). `lists_best_of` is the length whose deck rules judge the
    lists (None: `best_of`). `cut_minutes` None: as in the Swiss rounds; 0: no time limit.
    `format` is the key of the format whose restriction lists apply, empty for the general ones alone.
    `tiebreaks_from` is the Swiss round from which the tiebreakers count (a second day of its own), None: all rounds.
    `team_rounds` None: the team policy holds in all rounds. `table_ranges`, `feature_tables` and `blocked_tables` are
    lists of table numbers such as "1-20, 31"; `only_listed_tables`: the first two are all the tables there are. The
    last of the `divisions` is that of everybody who belongs to no other. `drop_after_losses` None: nobody is dropped
    for losses. `pod_places` are the points of the four places of a pod, such as "4-3-2-1". Points and `preset` None: as
    the game's pack has them for a new event, unchanged for an existing one.
    """

    name: str
    starts_at: datetime
    game_slug: str
    place: str = ""
    description: str = ""
    entry_format: str = Tournament.EntryFormat.SINGLES.value
    best_of: int = 3
    planned_rounds: int | None = None
    top_cut: int = 0
    cut_best_of: int | None = None
    cut_best_of_from: int | None = None
    lists_best_of: int | None = None
    cut_minutes: int | None = None
    third_place_match: bool = False
    cut_drop: str = Tournament.CutDrop.NEXT.value
    game_one_choice: str = Tournament.GameOneChoice.HIGHER_SEED.value
    round_minutes: int = 50
    capacity: int | None = None
    registration_open: bool = True
    decklists_required: bool = True
    decklist_deadline: datetime | None = None
    lists_public: bool = False
    players_report: bool = True
    pool: str = "open"
    format: str = ""
    points_win: int | None = None
    points_draw: int | None = None
    points_loss: int | None = None
    pod_places: str = ""
    preset: str | None = None
    tiebreaks_from: int | None = None
    team_policy: str = Tournament.TeamPolicy.AVOID.value
    team_rounds: int | None = None
    pairing_order: str = Tournament.PairingOrder.RANDOM.value
    first_table: int = 1
    table_ranges: str = ""
    only_listed_tables: bool = False
    feature_tables: str = ""
    blocked_tables: str = ""
    avoid_same_table: bool = True
    drop_no_shows: bool = False
    drop_after_losses: int | None = None
    divisions: tuple[Division, ...] = ()
    division_mode: str = Tournament.DivisionMode.TOGETHER.value
    cut_mode: str = Tournament.CutMode.TOGETHER.value


SEEN_SALT = "tournament settings as seen"
TIMES = ("starts_at", "decklist_deadline")
FIELDS = tuple(field.name for field in fields(TournamentData))
OPTIONAL = ("points_win", "points_draw", "points_loss", "preset")


def data_of(tournament: Tournament) -> TournamentData:
    """A tournament's settings as they stand, for a form to show and to send back changed."""
    values = {name: getattr(tournament, name) for name in FIELDS if name not in ("game_slug", "divisions")}
    return TournamentData(game_slug=tournament.game.slug, divisions=divisions_of(tournament), **values)


def divisions_of(tournament: Tournament) -> tuple[Division, ...]:
    """The divisions of the event, in their order; none for an event without any."""
    return read_divisions(tournament.divisions)


def game_divisions(game: CardGame, *, on: date) -> tuple[Division, ...]:
    """The divisions of the game's own circuit in the season of that day; none where its pack declares none."""
    own = pack_of(current_ruleset(game, on=on)).tournament.divisions
    if own is None:
        return ()
    return tuple(Division(one.key, one.names.zh, one.names.en, one.born_from, one.born_to) for one in own.on(on))


def settings_seen(tournament: Tournament) -> str:
    """The settings as they stand, signed, for a form to carry: `read_seen` turns it back into data."""
    plain = {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in asdict(data_of(tournament)).items()
    }
    return signing.dumps(plain, salt=SEEN_SALT)


def read_seen(signed: str) -> TournamentData | None:
    """What a form was filled from; None for a form that does not say it, or not in our hand."""
    try:
        plain = signing.loads(signed, salt=SEEN_SALT)
        times = {name: datetime.fromisoformat(plain[name]) for name in TIMES if plain[name] is not None}
        divisions = read_divisions(plain.get("divisions", ()))
        return TournamentData(**{**plain, **times, "divisions": divisions})
    except (signing.BadSignature, TypeError, KeyError, ValueError):
        return None


def completed(data: TournamentData, base: TournamentData) -> TournamentData:
    """The settings with what they leave open (`OPTIONAL`) taken from `base`."""
    return replace(data, **{name: getattr(base, name) for name in OPTIONAL if getattr(data, name) is None})


def tournament_defaults(game: CardGame, *, starts_at: datetime, best_of: int | None = None) -> TournamentData:
    """What a new event of this game starts from, by the pack in force on its day; the name is left empty.

    With `best_of` the values that depend on the match length (the minutes per round) are those of that length.
    """
    pack = pack_of(current_ruleset(game, on=starts_at.date()))
    defaults = pack.tournament
    length = best_of or defaults.best_of
    return TournamentData(
        name="",
        starts_at=starts_at,
        game_slug=game.slug,
        best_of=length,
        round_minutes=defaults.minutes(length),
        pool=defaults.pool,
        points_win=defaults.points.win,
        points_draw=defaults.points.draw,
        points_loss=defaults.points.loss,
        preset=defaults.standings,
        cut_drop=defaults.cut_drop.policy if defaults.cut_drop is not None else Tournament.CutDrop.NEXT.value,
    )


def recommended_rounds(ruleset: Ruleset, players: int) -> int:
    """Swiss rounds the game's pack recommends for a number of players."""
    return pack_of(ruleset).tournament.recommended_rounds(players)


def recommended_cut(ruleset: Ruleset, players: int) -> int:
    """Size of the top cut the game's pack recommends for a number of players; 0 for none."""
    return pack_of(ruleset).tournament.recommended_cut(players)


def with_player_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The tournaments with `active_players` noted, awarded byes counted in: `rounds_of_plan` then asks nothing more."""
    paired = Q(registrations__status=Registration.Status.ACTIVE) & ~Q(registrations__kind=Registration.Kind.MEMBER)
    active = Count("registrations", filter=paired)
    awarded = awarded_byes().filter(registration__tournament=OuterRef("pk"))
    for_byes = awarded.values("registration__tournament").annotate(players=WEIGHT).values("players")
    return tournaments.annotate(active_players=active + Coalesce(Subquery(for_byes), 0))


def rounds_of_plan(tournament: Tournament) -> int:
    """Swiss rounds the event will have: as set, else as recommended for the players entered by now."""
    if tournament.planned_rounds is not None:
        return tournament.planned_rounds
    noted: int | None = getattr(tournament, "active_players", None)
    if noted is None:
        entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
        noted = entered + players_for_byes(tournament)
    return recommended_rounds(tournament.ruleset, noted)
