"""Serializers for tournaments and entries, and for the requests that make them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.actor import Actor
from accounts.api.fields import Text
from accounts.consents import MAX_CONTACT
from accounts.models import GuardianConsent
from cardpool.queries import games_with_rules
from decks.models.decklist import Pool
from tournaments.models import Registration, StaffMember, Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.permissions import is_own
from tournaments.play.divisions import FIRST_YEAR, LAST_YEAR, MAX_CODE, MAX_NAME, read_divisions
from tournaments.queries.decks import DeckState, deck_state
from tournaments.queries.names import name_for
from tournaments.queries.settings import TournamentData, rounds_of_plan, tournament_defaults
from tournaments.queries.teams import members_of
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
            "third_place_match", "game_one_choice", "round_minutes", "capacity",
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
    planned_rounds = serializers.IntegerField(min_value=1, max_value=30, allow_null=True, required=False)
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
        help_text="The last one takes everybody who belongs to no other; empty: an event without divisions.",
    )
    division_mode = serializers.ChoiceField(
        choices=Tournament.DivisionMode.choices, required=False, help_text="Whether divisions are paired apart."
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


class MemberSerializer(serializers.Serializer[Any]):
    """A player of a team of two as the asker may see them; the id is that of the entry with their decklist."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    is_own = serializers.BooleanField()
    decklist = serializers.ChoiceField(
        choices=[state.value for state in DeckState],
        allow_null=True,
        help_text="null where the asker may not know.",
    )


class RegistrationSerializer(serializers.Serializer[Any]):
    """An entry as the asker may see it: masked names for minors, deck state and check-in for staff and oneself."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The player's number in this event, shown behind a masked name.")
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True)
    division = serializers.CharField(allow_blank=True, help_text="The code of a division of the event; empty: none.")
    status = serializers.ChoiceField(choices=Registration.Status.choices)
    status_round = serializers.IntegerField(allow_null=True)
    first_round = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    final_place = serializers.IntegerField(allow_null=True)
    is_own = serializers.BooleanField()
    checked_in = serializers.BooleanField(allow_null=True, help_text="null where the asker may not know.")
    decklist = serializers.ChoiceField(
        choices=[state.value for state in DeckState],
        allow_null=True,
        help_text="null where the asker may not know, and of a team: its members have the decklists.",
    )
    members = MemberSerializer(many=True, help_text="Both players of a team of two; empty for a player.")


def _render_member(member: Registration, *, actor: Actor, staff: bool) -> dict[str, Any]:
    own = is_own(actor, member)
    return {
        "id": member.pk,
        "number": member.number,
        "name": name_for(actor, member, staff=staff),
        "is_own": own,
        "decklist": deck_state(member).value if staff or own else None,
    }


def render_registration(registration: Registration, *, actor: Actor, staff: bool) -> dict[str, Any]:
    """The entry for RegistrationSerializer; `staff` is `sees_private_names` of the actor here."""
    own = is_own(actor, registration)
    knows = staff or own
    return {
        "id": registration.pk,
        "number": registration.number,
        "name": name_for(actor, registration, staff=staff),
        "team": registration.team,
        "division": registration.division,
        "status": registration.status,
        "status_round": registration.status_round,
        "first_round": registration.first_round,
        "seed": registration.seed,
        "final_place": registration.final_place,
        "is_own": own,
        "checked_in": registration.checked_in_at is not None if knows else None,
        "decklist": deck_state(registration).value if knows and not registration.is_team else None,
        "members": [_render_member(one, actor=actor, staff=staff) for one in members_of(registration)],
    }


class MemberDataSerializer(serializers.Serializer[Any]):
    """What a player of a team of two is entered from."""

    name = Text(max_length=80)
    birth_year = serializers.IntegerField(min_value=1900, max_value=2200, allow_null=True, required=False)
    public_name = Text(max_length=80, allow_blank=True, required=False)


class ConsentSerializer(serializers.Serializer[Any]):
    """A guardian's consent that the data of a player under 14 is kept."""

    how = serializers.ChoiceField(choices=GuardianConsent.How.choices, help_text="Staff: `paper` or `spoken`.")
    given_by = serializers.ChoiceField(
        choices=GuardianConsent.GivenBy.choices, required=False, default=GuardianConsent.GivenBy.PARENT
    )
    contact = Text(max_length=MAX_CONTACT, allow_blank=True, required=False)


class EntrySerializer(serializers.Serializer[Any]):
    """What an entry is made from."""

    name = Text(max_length=80)
    birth_year = serializers.IntegerField(min_value=1900, max_value=2200, allow_null=True, required=False)
    public_name = Text(max_length=80, allow_blank=True, required=False)
    team = Text(max_length=80, allow_blank=True, required=False)
    division = Text(
        max_length=MAX_CODE,
        allow_blank=True,
        required=False,
        help_text="A division of the event; where the year of birth decides, only staff can choose another.",
    )
    allow_same_name = serializers.BooleanField(required=False)
    late_policy = serializers.ChoiceField(
        choices=Registration.LatePolicy.choices,
        required=False,
        help_text="Staff, while rounds run: enter late with a loss or an awarded bye for each missed round.",
    )
    members = MemberDataSerializer(
        many=True,
        required=False,
        help_text="Both players of a team of two, oneself first; the name, the club and the division are the team's.",
    )
    as_staff = serializers.BooleanField(
        required=False, default=False, help_text="Enter somebody else as staff instead of oneself."
    )
    consent = ConsentSerializer(
        required=False,
        help_text="The guardian's, without which nobody is entered who may be under 14 by the year of birth.",
    )


class PutIntoDivisionSerializer(serializers.Serializer[Any]):
    """The division of an entry, empty for the one of the year of birth; after the start with a reason."""

    division = Text(max_length=MAX_CODE, allow_blank=True)
    reason = Text(max_length=200, allow_blank=True, required=False)


class CheckInSerializer(serializers.Serializer[Any]):
    """Whether an entrant is there."""

    present = serializers.BooleanField()


class EntryQuery(serializers.Serializer[Any]):
    """Which entries are meant."""

    status = serializers.ChoiceField(choices=Registration.Status.choices, required=False)


class TournamentQuery(serializers.Serializer[Any]):
    """Which tournaments are meant."""

    phase = serializers.ChoiceField(choices=Tournament.Phase.choices, required=False)
    game = serializers.SlugField(required=False)
