"""The end of a draft: reviewing and publishing it, or discarding it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import notices
from accounts.refusals import Conflict, Refusal
from cardpool.models import PackDraft
from cardpool.pack_changes import pack_changes
from cardpool.services.pack_drafts import check_draft, discard_draft, publish_draft, restore_draft
from cardpool.views.access import game_tabs, managers_only
from cardpool.views.packs.checked import in_force_words
from cardpool.views.packs.editor import rules_of_draft
from cardpool.views.packs.shown import pack_in_words, shorten
from cardpool.wording import say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def publish(request: HttpRequest, draft_id: int) -> HttpResponse:
    """What publishing would do, with every line that changes; a POST does it."""
    if request.method == "POST":
        answer = _publish(request, draft_id)
        if answer is not None:
            return answer
    draft = PackDraft.objects.select_related("game").filter(pk=draft_id, discarded_at__isnull=True).first()
    if draft is None:
        raise Http404
    result = check_draft(game=draft.game, text=draft.text, cards=draft.cards)
    rules = rules_of_draft(draft, result)
    if not result.is_fine or rules is None:
        notices.refused(request, _("This draft still has mistakes. Fix them first."))
        return redirect("pack_draft", draft.pk)
    in_force, needs_look = in_force_words(result, timezone.localdate())
    before = result.before
    shown = {
        "draft": draft,
        "game": draft.game,
        "pack": rules.pack,
        "words": pack_in_words(rules),
        "published": result.published,
        "before": before,
        "changes": shorten(pack_changes(before.pack, draft.text)) if before is not None else None,
        "in_force": in_force,
        "needs_look": needs_look,
        "cards": len(result.checked.cards),
        "tabs": game_tabs(draft.game, "game_pack") if draft.game is not None else None,
    }
    return render(request, "games/pack_publish.html", shown)


def _publish(request: HttpRequest, draft_id: int) -> HttpResponse | None:
    """Publish and redirect; None if the draft has changed and must be reviewed again."""
    revision = request.POST.get("revision", "")
    try:
        published = publish_draft(
            actor=request.actor,
            draft_id=draft_id,
            revision=int(revision) if revision.isdecimal() and len(revision) < 9 else 0,
        )
    except Conflict as conflict:
        if conflict.code == "draft_gone":
            notices.refused(request, say_refusal(conflict))
            return redirect("games")
        notices.refused(request, _("The draft has changed since you opened it. Review it again, then publish."))
        return None
    except Refusal as refusal:
        notices.refused(request, say_refusal(refusal))
        return redirect("pack_draft", draft_id)
    ruleset = published.ruleset
    facts = {"game": ruleset.game, "version": ruleset.version}
    if not published.is_new:
        notices.done(request, _("%(game)s %(version)s is published already; nothing has changed.") % facts)
    elif published.is_new_game:
        notices.done(request, _("%(game)s %(version)s is published. It is offered for new events from now on.") % facts)
    else:
        notices.done(request, _("%(game)s %(version)s is published. Events that exist keep their version.") % facts)
    return redirect("game", ruleset.game.slug)


@require_POST
@managers_only
def discard(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Discard the draft; the notice offers to restore it."""
    draft = discard_draft(actor=request.actor, draft_id=draft_id)
    notices.done(request, _("The draft is discarded."), undo=reverse("pack_draft_restore", args=[draft.pk]))
    return redirect("game_pack", draft.game.slug) if draft.game is not None else redirect("games")


@require_POST
@managers_only
def restore(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Restore a discarded draft."""
    draft = restore_draft(actor=request.actor, draft_id=draft_id)
    notices.done(request, _("The draft is back."))
    return redirect("pack_draft", draft.pk)
