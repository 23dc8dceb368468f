"""Visiting the desk as an actor, the way a browser does."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from tests.web.public.visiting import open_links, work_by_link
from tournaments.models import Tournament


class DeskVisitor:
    """One person's browser at one tournament; pages by URL name, without the code."""

    def __init__(self, tournament: Tournament, actor: Actor | None = None, *, language: str = "en") -> None:
        self.tournament = tournament
        self.client = Client(HTTP_ACCEPT_LANGUAGE=language)
        if actor is not None and actor.user is not None:
            self.client.force_login(actor.user)
        elif actor is not None and actor.player is not None:
            open_links(self.client, *reversed(actor.players))
        elif actor is not None and actor.staff_pass is not None:
            work_by_link(self.client, actor.staff_pass.link)

    def path(self, page: str, *keys: Any) -> str:
        return reverse(page, args=[self.tournament.code, *keys])

    def get(self, page: str, *keys: Any, query: dict[str, Any] | None = None, htmx: str = "") -> Any:
        headers = {"HX-Request": "true", "HX-Target": htmx} if htmx else {}
        return self.client.get(self.path(page, *keys), query or {}, headers=headers)

    def post(self, page: str, *keys: Any, htmx: str = "", query: str = "", **data: Any) -> Any:
        headers = {"HX-Request": "true", "HX-Target": htmx} if htmx else {}
        return self.client.post(self.path(page, *keys) + query, data, headers=headers)

    def press(self, page: str, *keys: Any, **data: Any) -> str:
        """Post, follow the redirect, and return the page's text."""
        answer = self.client.post(self.path(page, *keys), data, follow=True)
        assert answer.status_code == 200, (answer.status_code, text_of(answer)[:800])
        return text_of(answer)

    def publish_as_asked(self, number: int) -> str:
        """Publish a draft that asks first, with the answer to just that question."""
        seen = re.findall(r'name="confirmed" value="([^"]+)"', self.press("desk_round_publish", number))[0]
        return self.press("desk_round_publish", number, confirmed=seen)

    def add_pasted(self, pasted: str, **more: Any) -> str:
        """Paste a list and add what its preview has ticked; the report's text."""
        page = self.press("desk_entries_paste", names=pasted)
        ticked = re.findall(r'name="line" value="(\d+)" id="line-\d+" checked', page)
        digest = re.findall(r'name="digest" value="(\w+)"', page)[0]
        sent = {"names": pasted, "digest": digest, "line": ticked, "action": "add"}
        return self.press("desk_entries_paste", **(sent | more))

    def read(self, page: str, *keys: Any, **query: Any) -> str:
        answer = self.get(page, *keys, query=query)
        assert answer.status_code == 200, (answer.status_code, text_of(answer)[:800])
        return text_of(answer)


def text_of(answer: Any) -> str:
    """The page's HTML, with each run of white space as one space: line breaks in its tags do not matter."""
    return " ".join(answer.content.decode().split())
