"""Remembering which column of a card table holds what, per game and header line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Refusal, refuse_any
from cardpool.importers.columns import fields_of, problems_of
from cardpool.importers.table import TableHead, table_heads
from cardpool.models import CardGame, ColumnMapping
from cardpool.packs import GamePack


@transaction.atomic
def remember_columns(
    *, actor: Actor, game: CardGame, pack: GamePack, heads: Sequence[TableHead], columns: Mapping[str, Sequence[str]]
) -> None:
    """Keep what was chosen for header lines, for the next table that has the same one.

    Raises Refusal `no_card_column`, `field_twice` or `no_such_field` (SeveralProblems for more) with the field's key.
    """
    problems = []
    for head in heads:
        found = problems_of(columns[head.digest], pack) if head.digest in columns else []
        for code, facts in found:
            problems.append(Refusal(f"columns_{code}", field="columns", file=head.file, key=facts.get("field", "")))
    refuse_any(problems)
    for head in heads:
        if head.digest in columns:
            ColumnMapping.objects.update_or_create(
                game=game,
                headers_digest=head.digest,
                defaults={"mapping": {"columns": list(columns[head.digest])}, "saved_by": actor.label},
            )


def remembered(game: CardGame, pack: GamePack, heads: Sequence[TableHead]) -> dict[str, ColumnMapping]:
    """The kept choices for these header lines by their digest; one that no longer fits the game is passed over."""
    known = fields_of(pack)
    kept = ColumnMapping.objects.filter(game=game, headers_digest__in=[head.digest for head in heads])
    lengths = {head.digest: len(head.headers) for head in heads}
    return {
        one.headers_digest: one
        for one in kept
        if len(one.mapping["columns"]) == lengths[one.headers_digest]
        and all(field in known for field in one.mapping["columns"] if field)
    }


def with_remembered(
    game: CardGame, pack: GamePack, paths: Sequence[Path], options: Mapping[str, Any]
) -> dict[str, Any]:
    """The options of a table import, completed by the remembered choice for every header line they do not speak of."""
    kept = remembered(game, pack, table_heads(paths, pack, options))
    columns = {digest: one.mapping["columns"] for digest, one in kept.items()}
    return {**options, "columns": columns | dict(options.get("columns", {}))}
