"""Where drafts begin: a blank pack, a copy of another one, a file, or the version of a game in force."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import notices
from accounts.forms import add_refusal
from accounts.languages import active_language
from accounts.refusals import Refusal
from cardpool.models import CardGame, PackDraft
from cardpool.packs import PackError, read_pack
from cardpool.queries import current_ruleset, games_with_rules
from cardpool.services.pack_drafts import edit_game, start_draft
from cardpool.starter_pack import blank_pack, copied_pack
from cardpool.views.access import managers_only
from cardpool.views.packs.forms import BLANK, NewGameForm, UploadForm
from cardpool.wording import say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def new(request: HttpRequest) -> HttpResponse:
    """Both ways to a draft on one page; the button says which of the two was sent."""
    games = list(games_with_rules())
    sent = request.POST if request.method == "POST" else None
    by_file = sent is not None and "upload" in sent
    start = request.GET.get("copy") or BLANK
    form = NewGameForm(None if by_file else sent, games=games, initial={"start": start})
    upload = UploadForm(sent, request.FILES) if by_file else UploadForm()
    draft = None
    if by_file and upload.is_valid():
        draft = _from_file(request, upload)
    elif sent is not None and not by_file and form.is_valid():
        draft = _from_form(request, form)
    if draft is not None:
        return redirect("pack_draft", draft.pk)
    mine = PackDraft.objects.filter(discarded_at__isnull=True, game__isnull=True).select_related("author")
    refused = bool(form.errors or upload.errors)
    shown = {"form": form, "upload": upload, "drafts": mine}
    return render(request, "games/pack_new.html", shown, status=422 if refused else 200)


def _from_form(request: HttpRequest, form: NewGameForm) -> PackDraft:
    entered, day = form.cleaned_data, timezone.localdate()
    if entered["start"] != BLANK:
        game = CardGame.objects.get(slug=entered["start"])
        source = current_ruleset(game, on=day).pack
        text = copied_pack(source, key=entered["key"], names=form.names, day=day)
    else:
        language = active_language()
        text = blank_pack(key=entered["key"], names=form.names, day=day, language=language)
    return start_draft(actor=request.actor, text=text)


def _from_file(request: HttpRequest, form: UploadForm) -> PackDraft | None:
    """A draft of the file's text, whatever mistakes it has; of an existing game if the key is that game's."""
    text = form.cleaned_data["file"]
    try:
        key = read_pack(text, source="pack.toml").key
    except PackError:
        key = ""
    game = CardGame.objects.filter(slug=key).first() if key else None
    try:
        draft = start_draft(actor=request.actor, text=text, game=game)
    except Refusal as refusal:
        add_refusal(form, refusal, say_refusal)
        if refusal.code == "draft_exists":
            said = _("Your file was not accepted. Load it inside the draft you have: open it from the list of games.")
            form.add_error("file", said)
        return None
    if game is not None:
        notices.done(
            request, _("This is a draft of %(game)s: it takes effect only when you publish it.") % {"game": game}
        )
    return draft


@require_POST
@managers_only
def edit(request: HttpRequest, game: CardGame) -> HttpResponse:
    """The game manager's draft of this game, begun from the version in force if there is none."""
    return redirect("pack_draft", edit_game(actor=request.actor, game=game).pk)
