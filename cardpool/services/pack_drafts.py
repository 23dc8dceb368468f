"""Writes about packs written at the desk: drafts are started, saved, discarded, restored and published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from cardpool.games import shipped_keys
from cardpool.intake.problems import Problem, ProblemCode, gettext_noop
from cardpool.models import CardGame, PackDraft, Ruleset
from cardpool.pack_check import PackCheck, check_pack
from cardpool.packs import GamePack
from cardpool.packs.limits import MAX_PACK_LENGTH
from cardpool.permissions import require_game_manager
from cardpool.queries import current_ruleset
from cardpool.services import PublishedRuleset, digest_of, publish_ruleset

MAX_SAMPLE_LENGTH = 20_000
RESERVED_KEYS = ("new", "drafts")
"""Words that stand in place of a game's key in the desk's addresses."""
KEPT_AWAY = timedelta(days=30)
"""How long a discarded draft can be restored."""


class PublishingCode(ProblemCode):
    """Why a pack that is fine in itself cannot be published here."""

    KEY_TAKEN = (
        "key_taken",
        gettext_noop("“%(key)s” is the key of %(game)s. Choose another one, or edit that game's pack."),
    )
    KEY_RESERVED = "key_reserved", gettext_noop("“%(key)s” is taken by the site itself. Choose another key.")
    KEY_CHANGED = (
        "key_changed",
        gettext_noop("The key of this game stays “%(key)s”. For a game of its own start a new one."),
    )
    VERSION_PUBLISHED = (
        "version_published",
        gettext_noop(
            "Version %(version)s is published with a different text, and events may depend on it. Give the "
            "changed text a new version."
        ),
    )


@dataclass(frozen=True)
class DraftCheck:
    """The result of checking a draft: the pack with its cards, every mistake in it, and what prevents publishing it.

    `published` is the ruleset that has this exact text already; `before` the one in force now, None for a new game.
    """

    checked: PackCheck
    against: tuple[Problem, ...]
    published: Ruleset | None
    before: Ruleset | None

    @property
    def is_fine(self) -> bool:
        """Whether the pack can be published."""
        return self.checked.pack is not None and not self.checked.problems and not self.against


def source_of(game: CardGame | None) -> str:
    """The name of a draft's file as problems show it."""
    return f"{game.slug}.toml" if game is not None else "pack.toml"


def check_draft(*, game: CardGame | None, text: str, cards: str = "") -> DraftCheck:
    """Judge a text as the pack of a game (None: of a new one), with the card pool a new game starts with."""
    source = source_of(game)
    pool = cards if game is None else ""
    checked = check_pack(text, source=source, cards_text=pool.strip("\n"), cards_source="cards.csv")
    before = current_ruleset(game, on=timezone.localdate()) if game is not None and game.rulesets.exists() else None
    if checked.pack is None:
        return DraftCheck(checked, (), None, before)
    pack, published = checked.pack, None
    if game is not None:
        same = game.rulesets.filter(version=pack.version, digest=digest_of(text)).select_related("game")
        published = same.first()
    return DraftCheck(checked, tuple(_against(pack, game, published)), published, before)


def _against(pack: GamePack, game: CardGame | None, published: Ruleset | None) -> list[Problem]:
    found = []

    def add(path: str, code: PublishingCode, **facts: Any) -> None:
        found.append(Problem(path, code, facts, line=pack.line_of(path)))

    if game is not None and pack.key != game.slug:
        add("key", PublishingCode.KEY_CHANGED, key=game.slug)
    elif game is None and pack.key in RESERVED_KEYS:
        add("key", PublishingCode.KEY_RESERVED, key=pack.key)
    elif game is None and (owner := CardGame.objects.filter(slug=pack.key).first()):
        add("key", PublishingCode.KEY_TAKEN, key=pack.key, game=owner.display_name)
    elif game is None and pack.key in shipped_keys():
        add("key", PublishingCode.KEY_TAKEN, key=pack.key, game=pack.key)
    if game is not None and published is None and game.rulesets.filter(version=pack.version).exists():
        add("ruleset.version", PublishingCode.VERSION_PUBLISHED, version=pack.version)
    return found


@transaction.atomic
def start_draft(*, actor: Actor, text: str, game: CardGame | None = None, cards: str = "") -> PackDraft:
    """A draft of a new game, or of a new version of a game. One author has one draft of a game at a time.

    Raises NotAllowed `not_a_game_manager`, Refusal `pack_too_long`, `cards_too_long`, and Conflict `draft_exists`
    (facts: draft, the row) where the author already writes another text for this game.
    """
    require_game_manager(actor)
    text, cards = _tidy(text, "pack_too_long"), _tidy(cards, "cards_too_long")
    if game is not None:
        CardGame.objects.select_for_update().get(pk=game.pk)
        own = drafts_of(game).filter(author=actor.user).first()
        if own is not None and own.text != text:
            raise Conflict("draft_exists", draft=own.pk, game=str(game))
        if own is not None:
            return own
    assert actor.user is not None
    _forget_old(actor)
    return PackDraft.objects.create(game=game, text=text, cards=cards, author=actor.user, saved_by=actor.label[:150])


@transaction.atomic
def edit_game(*, actor: Actor, game: CardGame) -> PackDraft:
    """The author's open draft of a game, or a new one that starts from the version in force."""
    require_game_manager(actor)
    CardGame.objects.select_for_update().get(pk=game.pk)
    own = drafts_of(game).filter(author=actor.user).first()
    if own is not None:
        return own
    return start_draft(actor=actor, text=current_ruleset(game, on=timezone.localdate()).pack, game=game)


@transaction.atomic
def save_draft(
    *, actor: Actor, draft_id: int, revision: int, text: str, cards: str | None = None, sample: str | None = None
) -> PackDraft:
    """Save what was typed; None leaves cards or sample as they are. Saving the same text again changes nothing.

    Raises Conflict `draft_changed` (facts: by, revision, text) when somebody saved the draft after `revision` was read,
    Conflict `draft_gone`, and what `start_draft` raises.
    """
    require_game_manager(actor)
    draft = _locked(draft_id)
    wanted = {"text": _tidy(text, "pack_too_long")}
    if cards is not None and draft.game_id is None:
        wanted["cards"] = _tidy(cards, "cards_too_long")
    if sample is not None:
        wanted["sample"] = _tidy(sample, "sample_too_long", MAX_SAMPLE_LENGTH)
    if all(getattr(draft, field) == value for field, value in wanted.items()):
        return draft
    if revision != draft.revision:
        raise Conflict("draft_changed", by=draft.saved_by, revision=draft.revision, text=draft.text)
    for field, value in wanted.items():
        setattr(draft, field, value)
    draft.revision += 1
    draft.saved_by = actor.label[:150]
    draft.save(update_fields=[*wanted, "revision", "saved_by", "saved_at"])
    return draft


@transaction.atomic
def discard_draft(*, actor: Actor, draft_id: int) -> PackDraft:
    """Discard a draft; it can be restored for thirty days."""
    require_game_manager(actor)
    draft = _locked(draft_id)
    draft.discarded_at = timezone.now()
    draft.save(update_fields=["discarded_at"])
    return draft


@transaction.atomic
def restore_draft(*, actor: Actor, draft_id: int) -> PackDraft:
    """Restore a discarded draft. Raises Conflict `draft_gone`, and `draft_exists` where its author has begun another
    one."""
    require_game_manager(actor)
    draft = PackDraft.objects.select_for_update(of=("self",)).select_related("game").filter(pk=draft_id).first()
    if draft is None:
        raise Conflict("draft_gone")
    if draft.discarded_at is None:
        return draft
    if draft.game is not None:
        CardGame.objects.select_for_update().get(pk=draft.game.pk)
        other = drafts_of(draft.game).filter(author=draft.author).first()
        if other is not None:
            raise Conflict("draft_exists", draft=other.pk, game=str(draft.game))
    draft.discarded_at = None
    draft.save(update_fields=["discarded_at"])
    return draft


@transaction.atomic
def publish_draft(*, actor: Actor, draft_id: int, revision: int) -> PublishedRuleset:
    """Check a draft once more and publish it as it was read at `revision`, which closes the draft.

    Raises Conflict `draft_changed` or `draft_gone`, Refusal `pack_has_problems` (facts: count), and what
    `cardpool.services.publish_ruleset` raises. The text of a version that is published already changes nothing.
    """
    require_game_manager(actor)
    draft = _locked(draft_id)
    if revision != draft.revision:
        raise Conflict("draft_changed", by=draft.saved_by, revision=draft.revision, text=draft.text)
    result = check_draft(game=draft.game, text=draft.text, cards=draft.cards)
    if not result.is_fine or result.checked.pack is None:
        raise Refusal("pack_has_problems", count=len(result.checked.problems) + len(result.against))
    published = publish_ruleset(
        actor=actor, game=draft.game, pack=result.checked.pack, text=draft.text, cards=result.checked.cards
    )
    draft.delete()
    return published


def drafts_of(game: CardGame) -> Any:
    """The open drafts of a game, the newest first."""
    return PackDraft.objects.filter(game=game, discarded_at__isnull=True).select_related("author")


def _locked(draft_id: int) -> PackDraft:
    rows = PackDraft.objects.select_for_update(of=("self",)).select_related("game")
    draft = rows.filter(pk=draft_id, discarded_at__isnull=True).first()
    if draft is None:
        raise Conflict("draft_gone")
    return draft


def _forget_old(actor: Actor) -> None:
    """Delete drafts that were discarded more than thirty days ago."""
    PackDraft.objects.filter(author=actor.user, discarded_at__lt=timezone.now() - KEPT_AWAY).delete()


def _tidy(text: str, too_long: str, limit: int = MAX_PACK_LENGTH) -> str:
    tidy = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if len(tidy) > limit:
        raise Refusal(too_long, limit=limit, length=len(tidy))
    return tidy
