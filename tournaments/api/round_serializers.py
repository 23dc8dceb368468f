"""Serializers for rounds, matches and games, and for the requests that record results."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.fields import Text
from tournaments.api.pod_serializers import PodSerializer
from tournaments.models import Game, Match, Round
from tournaments.queries.moved import moved_in
from tournaments.queries.outdated import read_outdated
from tournaments.wording import say_refusal
from tournaments.wording.certificate import say_gap

DECLARED_OUTCOMES = [choice for choice in Match.Outcome.choices if choice[0] != Match.Outcome.PLAYED]


class PersonSerializer(serializers.Serializer[Any]):
    """An entrant by registration id and the name the asker may see."""

    registration = serializers.IntegerField()
    name = serializers.CharField()


class GameSerializer(serializers.ModelSerializer[Game]):
    """One recorded game; seats are 1 and 2. With details_known false only the result is claimed; with order_known false
    not even when it was played, and its number says nothing. A game lost by a penalty is_penalty.
    """

    choice = serializers.ChoiceField(choices=Game.Choice.choices, allow_blank=True, read_only=True)

    class Meta:
        model = Game
        fields = [
            "number", "chooser_seat", "method", "choice", "first_seat", "winner_seat", "is_draw", "ending", "conceded",
            "stopped_by_time", "details_known", "order_known", "is_penalty", "override_reason",
        ]  # fmt: skip
        read_only_fields = fields


class ChooserSerializer(serializers.Serializer[Any]):
    """Who decides who starts the next game, and the clause it follows from."""

    kind = serializers.CharField(help_text="seat, agreed_method, or unknown.")
    seat = serializers.IntegerField(allow_null=True)
    clause = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()


class MatchSerializer(serializers.Serializer[Any]):
    """A table of a round. Send `version` back with every change."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    player1 = PersonSerializer()
    player2 = PersonSerializer()
    version = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=Match.Outcome.choices)
    decision = serializers.CharField(
        allow_blank=True,
        help_text="In words, where the games did not decide: the ruling, and what was played all the same.",
    )
    is_complete = serializers.BooleanField()
    stopped_by_time = serializers.BooleanField()
    winner_seat = serializers.IntegerField(allow_null=True)
    wins1 = serializers.IntegerField()
    wins2 = serializers.IntegerField()
    draws = serializers.IntegerField()
    score = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=3,
        max_length=3,
        help_text="Games won by player 1, by player 2, and drawn, as the standings count them: 2, 0, 0 after a no-show "
        "in a best of three. wins1, wins2 and draws count the games recorded.",
    )
    reason = serializers.CharField(allow_blank=True)
    games = GameSerializer(many=True, help_text="Of a match between teams by seat: its boards, won or drawn.")
    team_match = serializers.IntegerField(
        allow_null=True, help_text="Of a board of teams that play by seat: the match of the teams."
    )
    board = serializers.IntegerField(help_text="1 or 2: the seat of those who play this board. 0: no board.")


class MatchDetailSerializer(MatchSerializer):
    """A table with who chooses next, the minutes that it plays on after the round's time, and who leaves after it."""

    more_minutes = serializers.IntegerField(help_text="0: it ends with the round's time.")
    leaving = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Registrations of those of the two who have dropped: they play this match to its end, and are not "
        "paired after it. Empty once the match is over.",
    )
    next_chooser = ChooserSerializer(allow_null=True, help_text="null when no game is to be played.")
    boards = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Of a match between teams by seat: its boards, which results are sent to. Empty for any other.",
    )
    judge_decides = serializers.BooleanField(
        help_text="Whether its boards are level in the top cut: it waits for a judge's award that says who advances."
    )


class ByeSerializer(serializers.Serializer[Any]):
    """A round without an opponent: paired or awarded bye, or a missed round (a loss)."""

    registration = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["paired", "awarded", "missed"])


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round; drafts are seen by those who run rounds."""

    match_length = serializers.IntegerField(read_only=True, help_text="1, 3 or 5: its matches are best of that.")
    minutes = serializers.IntegerField(read_only=True, help_text="Minutes on its clock; 0: no time limit.")

    class Meta:
        model = Round
        fields = [
            "number", "stage", "status", "match_length", "minutes", "edited_by_hand", "published_at", "completed_at",
            "clock_started_at", "clock_ends_at", "clock_left", "extra_turns_at",
        ]  # fmt: skip
        read_only_fields = fields


class MovedSerializer(serializers.Serializer[Any]):
    """A player who sits elsewhere than the round was published, or was sent elsewhere and back."""

    registration = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True, help_text="The table as published; null for the bye, or none.")
    after = serializers.IntegerField(allow_null=True, help_text="The table now; null for the bye, or out of the round.")
    is_back = serializers.BooleanField(help_text="What moved the player was undone; `before` is where they were sent.")
    is_out = serializers.BooleanField(help_text="The player has no place in the round any more.")
    is_company = serializers.BooleanField(
        help_text="The player stays at the table of a pod, with others or another turn. Only staff read of these."
    )


class OutdatedSerializer(serializers.Serializer[Any]):
    """What publishing a draft is refused with."""

    code = serializers.ChoiceField(
        choices=["draft_out_of_date", "cut_out_of_date", "cut_passes_over", "final_out_of_date"]
    )
    left = serializers.ListField(child=serializers.IntegerField(), help_text="Registrations that are in it, and left.")
    new = serializers.ListField(child=serializers.IntegerField(), help_text="Registrations that have no place in it.")
    detail = serializers.CharField(help_text="The same in words, with names as entered.")


class RoundDetailSerializer(RoundSerializer):
    """A round with its tables, byes and the proof of its pairing."""

    certified = serializers.BooleanField(
        source="pairing.certified",
        read_only=True,
        default=False,
        help_text="Proved, or searched to the end where the round looked ahead: no better pairing exists.",
    )
    gap = serializers.SerializerMethodField(
        help_text="How far the pairing can be from the best one at most, in words; empty where it is proved, edited by "
        "hand, or nothing is known."
    )
    page = serializers.SerializerMethodField(help_text="Which page of the tables this is.")
    pages = serializers.SerializerMethodField(help_text="How many pages of 500 tables there are; ?page= asks for one.")
    matches = serializers.SerializerMethodField()
    pods = serializers.SerializerMethodField(help_text="The tables of an event in pods, which has no matches.")
    byes = serializers.SerializerMethodField()
    moved = serializers.SerializerMethodField(
        help_text="Who sits elsewhere than the running round was published, until it ends; empty in a draft."
    )
    out_of_date = serializers.SerializerMethodField(
        help_text="Why a draft has to be discarded and drawn again before it can be published; null where it need not."
    )

    class Meta(RoundSerializer.Meta):
        own = ["certified", "gap", "page", "pages", "matches", "pods", "byes", "moved", "out_of_date"]
        fields = [*RoundSerializer.Meta.fields, *own]
        read_only_fields = fields

    @extend_schema_field(MovedSerializer(many=True))
    def get_moved(self, round_: Round) -> list[dict[str, Any]]:
        return [
            {
                "registration": one.player.pk,
                "before": one.before,
                "after": one.after,
                "is_back": one.is_back,
                "is_out": one.is_out,
                "is_company": one.is_company,
            }
            for one in moved_in(round_, with_company=self.context["staff"])
        ]

    @extend_schema_field(OutdatedSerializer(allow_null=True))
    def get_out_of_date(self, round_: Round) -> dict[str, Any] | None:
        outdated = read_outdated(round_) if round_.status == Round.Status.DRAFT else None
        if outdated is None:
            return None
        left, new = ([entry.pk for entry in entries] for entries in (outdated.left, outdated.new))
        return {"code": outdated.code, "left": left, "new": new, "detail": say_refusal(outdated.refusal)}

    def get_gap(self, round_: Round) -> str:
        if "pods" in round_.pairing:
            return ""
        is_open = not round_.edited_by_hand and not round_.pairing.get("certified")
        return say_gap(round_.pairing) if is_open else ""

    def get_page(self, round_: Round) -> int:
        return int(self.context["page"])

    def get_pages(self, round_: Round) -> int:
        return int(self.context["pages"])

    @extend_schema_field(MatchSerializer(many=True))
    def get_matches(self, round_: Round) -> list[dict[str, Any]]:
        return self.context["render_matches"](round_)

    @extend_schema_field(PodSerializer(many=True))
    def get_pods(self, round_: Round) -> list[dict[str, Any]]:
        return self.context["render_pods"](round_)

    @extend_schema_field(ByeSerializer(many=True))
    def get_byes(self, round_: Round) -> list[dict[str, Any]]:
        return self.context["render_byes"](round_)


class PairSerializer(serializers.Serializer[Any]):
    """Which round the caller expects to make: a second press for the same number is a conflict, not a second round."""

    number = serializers.IntegerField(min_value=1, max_value=60)


class StepSerializer(serializers.Serializer[Any]):
    """What a step may need: a draft with unusual pairings is published once they are `confirmed`."""

    confirmed = serializers.BooleanField(
        required=False, default=False, help_text="Publish a draft whose unusual pairings the caller has seen."
    )
    seen = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        help_text="The `seen` of the facts of the 409: what came up since is asked about. Without it all is confirmed.",
    )


class StartSerializer(serializers.Serializer[Any]):
    """What to do about entrants who are not ready."""

    allow_missing_decklists = serializers.BooleanField(required=False)
    drop_absent = serializers.BooleanField(required=False)
    cut_by_table = serializers.BooleanField(
        required=False, help_text="Take the top cut from the game's table, for those who play."
    )


class GameInputSerializer(serializers.Serializer[Any]):
    """One game as entered: a winner or a draw, and the details that are known."""

    winner_seat = serializers.ChoiceField(choices=[1, 2], allow_null=True, required=False)
    is_draw = serializers.BooleanField(required=False)
    chooser_seat = serializers.ChoiceField(choices=[1, 2], allow_null=True, required=False)
    method = Text(max_length=20, allow_blank=True, required=False)
    choice = serializers.ChoiceField(choices=Game.Choice.choices, allow_blank=True, required=False)
    first_seat = serializers.ChoiceField(choices=[1, 2], allow_null=True, required=False)
    ending = Text(max_length=40, allow_blank=True, required=False)
    conceded = serializers.BooleanField(required=False)
    stopped_by_time = serializers.BooleanField(required=False)
    details_known = serializers.BooleanField(required=False)
    is_penalty = serializers.BooleanField(required=False)


class VersionSerializer(serializers.Serializer[Any]):
    """The version of the match the caller saw; a stale one is a conflict that says what changed."""

    expected_version = serializers.IntegerField(min_value=1, max_value=2_000_000_000)


class ReportGameSerializer(VersionSerializer):
    """One game to add to a running match."""

    game = GameInputSerializer()
    override_reason = Text(max_length=200, allow_blank=True, required=False)


class ScoreFieldsSerializer(serializers.Serializer[Any]):
    """Games won by seat 1, by seat 2, and drawn."""

    wins1 = serializers.IntegerField(min_value=0, max_value=20)
    wins2 = serializers.IntegerField(min_value=0, max_value=20)
    draws = serializers.IntegerField(min_value=0, max_value=20, required=False)
    stopped_by_time = serializers.BooleanField(required=False)


class ReportScoreSerializer(VersionSerializer, ScoreFieldsSerializer):
    """A final score without details."""

    reason = Text(max_length=200, allow_blank=True, required=False)


class OutcomeFieldsSerializer(serializers.Serializer[Any]):
    """A result that no games decide."""

    outcome = serializers.ChoiceField(choices=DECLARED_OUTCOMES)
    winner_seat = serializers.ChoiceField(choices=[1, 2], allow_null=True, required=False)


class ReportOutcomeSerializer(VersionSerializer, OutcomeFieldsSerializer):
    """A declared result of a running match."""

    reason = Text(max_length=200, allow_blank=True, required=False)


class CorrectionSerializer(VersionSerializer):
    """A new result for a match that has one: exactly one of games, score, outcome; the old one is kept."""

    reason = Text(max_length=200)
    games = GameInputSerializer(many=True, required=False)
    score = ScoreFieldsSerializer(required=False)
    outcome = OutcomeFieldsSerializer(required=False)
    override_reason = Text(max_length=200, allow_blank=True, required=False)


class RevisionSerializer(serializers.Serializer[Any]):
    """What a match was before and after one change."""

    version = serializers.IntegerField()
    before = serializers.DictField()
    after = serializers.DictField()
    reason = serializers.CharField(allow_blank=True)
    changed_by = serializers.CharField(allow_blank=True)
    changed_at = serializers.DateTimeField()
