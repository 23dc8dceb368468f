"""The editor of a draft: the pack's text, checked as it is typed and saved with every check.

Its template judges the sample deck by the draft's rules (`decks.templatetags.pack_sample`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts import notices
from accounts.refusals import Conflict, Refusal
from cardpool.intake.unreadable import UnreadableFile
from cardpool.models import CardGame, PackDraft
from cardpool.pack_changes import pack_changes
from cardpool.pack_files import MAX_BYTES, pack_text
from cardpool.packs.limits import MAX_PACK_LENGTH
from cardpool.queries.rulebooks import Rulebook, make_rulebook, unpublished_rulebook
from cardpool.services.pack_drafts import MAX_SAMPLE_LENGTH, DraftCheck, check_draft, save_draft, start_draft
from cardpool.views.access import game_tabs, managers_only
from cardpool.views.packs.checked import ShownProblem, in_force_words, show_problems
from cardpool.views.packs.forms import say_unreadable
from cardpool.views.packs.shown import pack_file, pack_in_words, shorten
from cardpool.wording import say_refusal

REVISION = "Pack-Revision"
"""The header that tells the page which state of the draft it has saved."""


@dataclass(frozen=True)
class TypedPack:
    """The content of the text boxes. `is_changed`: a file replaced the text that was sent."""

    text: str
    cards: str
    sample: str
    revision: int
    best_of: int = 0
    is_changed: bool = False
    wrong: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def editor(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Show a draft; a POST saves what was typed and returns its check."""
    draft = PackDraft.objects.select_related("game", "author").filter(pk=draft_id).first()
    if request.method == "POST" and (draft is None or draft.discarded_at is not None):
        return _kept_elsewhere(request, draft)
    if draft is None:
        raise Http404
    if draft.discarded_at is not None:
        return HttpResponseNotFound(render(request, "games/pack_discarded.html", {"draft": draft}).content)
    if request.method != "POST":
        return _answer(request, draft, TypedPack(draft.text, draft.cards, draft.sample, draft.revision))
    typed = read_typed(request, draft)
    try:
        saved = draft if typed.is_changed or typed.wrong else _save(request, draft, typed)
    except Conflict as conflict:
        if conflict.code != "draft_changed":
            raise
        return _answer(request, draft, typed, conflict=conflict)
    except Refusal as refusal:
        return _answer(request, draft, replace(typed, wrong=say_refusal(refusal)))
    return _answer(request, saved, replace(typed, revision=saved.revision))


def _kept_elsewhere(request: HttpRequest, gone: PackDraft | None) -> HttpResponse:
    """What was typed into a draft that somebody published or discarded in the meantime becomes a new draft."""
    slug = request.POST.get("game", "")
    game = CardGame.objects.filter(slug=slug).first() if slug.isprintable() else None
    typed = read_typed(request, gone or PackDraft())
    try:
        draft = start_draft(actor=request.actor, text=typed.text, game=game)
    except Conflict:
        draft = start_draft(actor=request.actor, text=typed.text)
    cards, sample = typed.cards[:MAX_PACK_LENGTH], typed.sample[:MAX_SAMPLE_LENGTH]
    save_draft(
        actor=request.actor,
        draft_id=draft.pk,
        revision=draft.revision,
        text=typed.text,
        cards=cards,
        sample=sample,
    )
    notices.done(
        request, _("That draft was published or discarded in the meantime. What you typed is kept in this new one.")
    )
    address = reverse("pack_draft", args=[draft.pk])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _save(request: HttpRequest, draft: PackDraft, typed: TypedPack) -> PackDraft:
    return save_draft(
        actor=request.actor,
        draft_id=draft.pk,
        revision=typed.revision,
        text=typed.text,
        cards=typed.cards,
        sample=typed.sample,
    )


def read_typed(request: HttpRequest, draft: PackDraft) -> TypedPack:
    """Read the posted text boxes; a file's text replaces the pack's, to be reviewed before it is saved."""
    sent, wrong, is_changed = request.POST, "", False
    text = _plain(sent.get("text", draft.text))
    file = request.FILES.get("file")
    if file is not None:
        try:
            text, is_changed = pack_text(file.read(MAX_BYTES + 1), str(file.name)), True
        except UnreadableFile as mistake:
            wrong = say_unreadable(mistake)
    # A person who chose to overwrite somebody else's text sends the state that the page named.
    revision, best_of = sent.get("revision_now") or sent.get("revision", ""), sent.get("best_of", "")
    return TypedPack(
        text=text,
        cards=_plain(sent.get("cards", draft.cards)),
        sample=_plain(sent.get("sample", draft.sample)),
        revision=int(revision) if revision.isdecimal() and len(revision) < 9 else 0,
        best_of=int(best_of) if best_of in ("1", "3", "5") else 0,
        is_changed=is_changed,
        wrong=wrong,
    )


def _plain(text: str) -> str:
    return text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def _answer(
    request: HttpRequest, draft: PackDraft, typed: TypedPack, *, conflict: Conflict | None = None
) -> HttpResponse:
    """The page, or for htmx the parts of it that follow the text."""
    result = check_draft(game=draft.game, text=typed.text, cards=typed.cards)
    shown = editor_facts(draft, typed, result)
    if conflict is not None:
        shown["conflict"] = {
            "words": say_refusal(conflict),
            "revision": conflict.facts["revision"],
            "changes": shorten(pack_changes(conflict.facts["text"], typed.text)),
        }
    status = 409 if conflict is not None else 422 if typed.wrong else 200
    template = "games/_pack_answer.html" if request.htmx else "games/pack_editor.html"
    answer = render(request, template, shown, status=status)
    if conflict is None and not typed.wrong:
        answer[REVISION] = str(typed.revision)
    return answer


def editor_facts(draft: PackDraft, typed: TypedPack, result: DraftCheck) -> dict[str, Any]:
    """Everything the editor's templates show."""
    problems = show_problems(result)
    rules = rules_of_draft(draft, result)
    in_force, needs_look = in_force_words(result, timezone.localdate()) if rules is not None else ("", False)
    return {
        "draft": draft,
        "typed": typed,
        "problems": problems,
        "count": len(result.checked.problems) + len(result.against),
        "marks": {"pack": marks(typed.text, problems, "pack"), "cards": marks(typed.cards, problems, "cards")},
        "words": pack_in_words(rules) if rules is not None else None,
        "rules": rules,
        "in_force": in_force,
        "needs_look": needs_look,
        "published": result.published,
        "game": draft.game,
        "tabs": game_tabs(draft.game, "game_pack") if draft.game is not None else None,
    }


def rules_of_draft(draft: PackDraft, result: DraftCheck) -> Rulebook | None:
    """What decks are judged by under this text: its rules with the game's current cards, or those typed beside it."""
    pack = result.checked.pack
    if pack is None or result.checked.problems:
        return None
    if draft.game is not None:
        return unpublished_rulebook(pack, draft.game)
    return make_rulebook(pack, result.checked.cards)


def marks(text: str, problems: tuple[ShownProblem, ...], box: str) -> list[bool]:
    """For every line of a text, whether it has a mistake."""
    wrong = {problem.line for problem in problems if problem.box == box}
    return [number in wrong for number in range(1, text.count("\n") + 2)]


@require_safe
@managers_only
def download(request: HttpRequest, draft_id: int) -> HttpResponse:
    """The draft's text as a file."""
    draft = PackDraft.objects.select_related("game").filter(pk=draft_id, discarded_at__isnull=True).first()
    if draft is None:
        raise Http404
    return pack_file(draft.text, draft.game.slug if draft.game is not None else f"pack-{draft.pk}")
