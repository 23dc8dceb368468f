"""Serializers for tournaments, and for the requests that make them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from cardpool.queries import games_with_rules
from decks.models.decklist import Pool
from tournaments.models import StaffMember, Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.play.divisions import FIRST_YEAR, LAST_YEAR, MAX_CODE, MAX_NAME, read_divisions
from tournaments.queries.settings import TournamentData, rounds_of_plan, tournament_defaults
from tournaments.scoring.presets import PRESETS
from tournaments.services.setting_checks import ENTRY_FORMATS


class DivisionSerializer(serializers.Serializer[Any]):
    """A division: its code in the event, its names, and the years of birth it takes, null for no bound."""

    code = serializers.RegexField(r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=MAX_CODE)
    zh = Text(max_length=MAX_NAME)
    en = Text(max_length=MAX_NAME)
    born_from = serializers.IntegerField(
        min_value=FIRST_YEAR, max_value=LAST_YEAR, allow_null=True, required=False, default=None
    )
    born_to = serializers.IntegerField(
        min_value=FIRST_YEAR, max_value=LAST_YEAR, allow_null=True, required=False, default=None
    )


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament as everybody sees it."""

    game = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    ruleset = serializers.CharField(source="ruleset.version", read_only=True)
    format = serializers.CharField(read_only=True, help_text="Whose restriction lists hold beside the general ones.")
    divisions = DivisionSerializer(many=True, read_only=True)
    division_cuts = serializers.DictField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="Where each division has a top cut: the sizes that were chosen or drawn, by code; the others are "
        "those of the game's table.",
    )
    rounds = serializers.SerializerMethodField(help_text="Swiss rounds as planned, or as recommended by now.")

    class Meta:
        model = Tournament
        fields = [
            "code", "name", "starts_at", "place", "description", "game", "ruleset", "entry_format", "best_of",
            "planned_rounds", "pod_places",
            "rounds", "top_cut", "cut_best_of", "cut_best_of_from", "lists_best_of", "cut_minutes",
            "third_place_match", "cut_drop", "game_one_choice", "round_minutes", "capacity",
            "registration_open", "decklists_required", "decklist_deadline", "lists_public", "players_report",
            "pool", "format",
            "points_win", "points_draw", "points_loss", "preset", "tiebreaks_from", "team_policy", "team_rounds",
            "pairing_order",
            "first_table", "table_ranges", "only_listed_tables", "feature_tables", "blocked_tables",
            "avoid_same_table", "drop_no_shows", "drop_after_losses", "divisions", "division_mode", "cut_mode",
            "division_cuts", "phase", "started_at", "finished_at",
            "is_demo",
        ]  # fmt: skip
        read_only_fields = fields

    def get_rounds(self, tournament: Tournament) -> int:
        return rounds_of_plan(tournament)


class TournamentDataSerializer(serializers.Serializer[Any]):
    """What a tournament is made or edited from; the service judges the values."""

    name = Text(max_length=120)
    starts_at = serializers.DateTimeField()
    game_slug = serializers.SlugField(max_length=60)
    place = Text(max_length=160, allow_blank=True, required=False)
    description = Text(max_length=10_000, allow_blank=True, required=False)
    entry_format = serializers.ChoiceField(
        choices=[(one.value, one.label) for one in ENTRY_FORMATS],
        required=False,
        help_text="Who plays; fixed once somebody has entered.",
    )
    best_of = serializers.ChoiceField(choices=[1, 3, 5], required=False)
    planned_rounds = serializers.IntegerField(
        min_value=1,
        max_value=30,
        allow_null=True,
        required=False,
        help_text="Every division plays them, also where divisions are paired apart.",
    )
    top_cut = serializers.ChoiceField(choices=[0, *CUT_SIZES], required=False)
    cut_best_of = serializers.ChoiceField(
        choices=[1, 3, 5],
        allow_null=True,
        required=False,
        help_text="Match length in the top cut; null: as in the Swiss rounds.",
    )
    cut_best_of_from = serializers.ChoiceField(
        choices=list(CUT_SIZES),
        allow_null=True,
        required=False,
        help_text="Players left in the first round of the cut with that length (2: the final); null: in all of it.",
    )
    lists_best_of = serializers.ChoiceField(
        choices=[1, 3, 5],
        allow_null=True,
        required=False,
        help_text=(
            "The match length whose deck rules judge the lists; needed where those of Swiss rounds and top cut differ."
        ),
    )
    cut_minutes = serializers.IntegerField(
        min_value=0,
        max_value=600,
        allow_null=True,
        required=False,
        help_text="Minutes per round of the top cut; null: as in the Swiss rounds; 0: no time limit.",
    )
    third_place_match = serializers.BooleanField(required=False)
    cut_drop = serializers.ChoiceField(
        choices=Tournament.CutDrop.choices,
        required=False,
        help_text="What a drop of a qualified player between the Swiss rounds and the top cut means.",
    )
    game_one_choice = serializers.ChoiceField(choices=Tournament.GameOneChoice.choices, required=False)
    round_minutes = serializers.IntegerField(min_value=1, max_value=600, required=False)
    capacity = serializers.IntegerField(min_value=2, max_value=100_000, allow_null=True, required=False)
    registration_open = serializers.BooleanField(required=False)
    decklists_required = serializers.BooleanField(required=False)
    decklist_deadline = serializers.DateTimeField(allow_null=True, required=False)
    lists_public = serializers.BooleanField(required=False)
    players_report = serializers.BooleanField(required=False)
    pool = serializers.ChoiceField(choices=Pool.choices, required=False)
    format = serializers.RegexField(
        r"^[-a-zA-Z0-9_]*$",
        max_length=40,
        allow_blank=True,
        required=False,
        help_text="Whose restriction lists hold beside the general ones; empty: the general ones alone.",
    )
    points_win = serializers.IntegerField(min_value=0, max_value=100, required=False)
    points_draw = serializers.IntegerField(min_value=0, max_value=100, required=False)
    points_loss = serializers.IntegerField(min_value=0, max_value=100, required=False)
    pod_places = Text(
        max_length=40,
        allow_blank=True,
        required=False,
        help_text='Points of the places of a pod, "4-3-2-1"; empty: those of a win, a draw and a loss.',
    )
    preset = Text(
        max_length=160,
        required=False,
        help_text=(
            f'{", ".join(sorted(PRESETS))}; or your own: "custom:mtr:OMW,GW,SOS;floor=1/3;gw=raw"; '
            'or Pokémon with rounds before a late entry as opponents at 25 %: "custom:pokemon:OP,OOP,H2H;late=floor".'
        ),
    )
    tiebreaks_from = serializers.IntegerField(
        min_value=1,
        max_value=30,
        allow_null=True,
        required=False,
        help_text="The Swiss round from which the tiebreakers count, once it is played; null: all rounds.",
    )
    team_policy = serializers.ChoiceField(
        choices=Tournament.TeamPolicy.choices, required=False, help_text="Whether players of one team meet."
    )
    team_rounds = serializers.IntegerField(
        min_value=1, max_value=30, allow_null=True, required=False, help_text="The policy's last round; null: no end."
    )
    pairing_order = serializers.ChoiceField(choices=Tournament.PairingOrder.choices, required=False)
    first_table = serializers.IntegerField(min_value=1, max_value=9999, required=False)
    table_ranges = Text(max_length=200, allow_blank=True, required=False, help_text='Filled first: "21-40, 51".')
    only_listed_tables = serializers.BooleanField(
        required=False, help_text="Whether these and the feature tables are all the tables there are."
    )
    feature_tables = Text(
        max_length=200, allow_blank=True, required=False, help_text='Marked, filled before all others: "1, 50".'
    )
    blocked_tables = Text(max_length=200, allow_blank=True, required=False, help_text='Never used: "13, 14-16".')
    avoid_same_table = serializers.BooleanField(required=False)
    drop_no_shows = serializers.BooleanField(
        required=False, help_text="Whether who loses by not coming is dropped when the round ends."
    )
    drop_after_losses = serializers.IntegerField(
        min_value=1,
        max_value=30,
        allow_null=True,
        required=False,
        help_text="Losses after which a player is dropped when a Swiss round ends and another follows; null: none.",
    )
    divisions = DivisionSerializer(
        many=True,
        required=False,
        help_text="The last one takes everybody who belongs to no other, who has given no year of birth at the start; "
        "empty: an event without divisions.",
    )
    division_mode = serializers.ChoiceField(
        choices=Tournament.DivisionMode.choices,
        required=False,
        help_text="Whether divisions are paired apart, with places of their own unless one top cut is for everybody.",
    )
    cut_mode = serializers.ChoiceField(
        choices=Tournament.CutMode.choices,
        required=False,
        help_text="Whether each division has a top cut and final places of its own.",
    )


def new_tournament_data(values: dict[str, Any]) -> TournamentData:
    """The service's input for a new event: what is left out takes the defaults of the game's pack."""
    game = games_with_rules().filter(slug=values["game_slug"]).first()
    if game is None:
        return tournament_data(values)
    defaults = tournament_defaults(game, starts_at=values["starts_at"], best_of=values.get("best_of"))
    return tournament_data(values, defaults)


def tournament_data(values: dict[str, Any], base: TournamentData | None = None) -> TournamentData:
    """The service's input from validated values, on top of the present ones or of the defaults."""
    plain = {} if base is None else {name: getattr(base, name) for name in TournamentData.__dataclass_fields__}
    if "divisions" in values:
        values = {**values, "divisions": read_divisions(values["divisions"])}
    return TournamentData(**{**plain, **values})


class DuplicateSerializer(serializers.Serializer[Any]):
    """What a copy of an old event is called and when it starts."""

    name = Text(max_length=120)
    starts_at = serializers.DateTimeField()


class ReasonSerializer(serializers.Serializer[Any]):
    """A reason that is kept with the change."""

    reason = Text(max_length=200, allow_blank=True, required=False, default="")


class StaffSerializer(serializers.Serializer[Any]):
    """A role on a tournament's staff."""

    username = Text(max_length=150)
    role = serializers.ChoiceField(choices=StaffMember.Role.choices)


class TournamentQuery(serializers.Serializer[Any]):
    """Which tournaments are meant."""

    phase = serializers.ChoiceField(choices=Tournament.Phase.choices, required=False)
    game = serializers.SlugField(required=False)
