"""Endpoint of the deck judge."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.json_parser import FlatEnoughJSONParser
from accounts.api.problems import problems
from accounts.refusals import Refusal
from cardpool.queries import current_ruleset, games_with_rules, pack_of
from decks.api.rendering import render_report
from decks.api.serializers import JudgeSerializer, VerdictSerializer
from decks.judging import judge_text
from decks.reading_work import note_reading, require_files, require_reading


class Judge(Endpoint):
    """Judging a list without storing it."""

    permission_classes = []  # Nothing is written, so everybody may ask; throttling still applies.
    parser_classes = [FlatEnoughJSONParser, MultiPartParser]

    @extend_schema(
        operation_id="decks_judge",
        summary=_("Judge a list without keeping it."),
        tags=["decklists"],
        request={"application/json": JudgeSerializer, "multipart/form-data": JudgeSerializer},
        responses={200: VerdictSerializer, **problems(400)},
    )
    def post(self, request: Request, slug: str) -> Response:
        game = get_object_or_404(games_with_rules(), slug=slug)
        require_files(request)
        sent = JudgeSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        require_reading(request, values["text"])
        day = values.get("as_of") or timezone.localdate()
        ruleset = current_ruleset(game, on=day)
        pack = pack_of(ruleset)
        best_of = values.get("best_of", pack.tournament.best_of)
        if best_of not in pack.best_of_choices:
            choices = list(pack.best_of_choices)
            raise Refusal("best_of_not_played", field="best_of", best_of=best_of, choices=choices)
        pool = values.get("pool", pack.tournament.pool)
        format = values.get("format", "").strip().lower()
        judged = judge_text(values["text"], ruleset=ruleset, best_of=best_of, pool=pool, as_of=day, format=format)
        note_reading(request, judged.read)
        return Response(render_report(judged.report, pack=judged.book.pack, as_of=day))
