"""What holds for every page of the site, for every reader."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SVG_EMPTY = {"path", "circle", "rect", "use", "line"}
LABELLED = {"input", "select", "textarea"}
NO_LABEL = {"hidden", "submit", "button"}


class PageReader(HTMLParser):
    """Collects what is wrong with a page: nesting, ids, labels, and anything the security policy forbids."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.problems: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.labels: set[str] = set()
        self.controls: list[tuple[str, bool]] = []
        self.headings: list[str] = []
        self.language = ""
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        self._policy(tag, facts)
        if "id" in facts:
            self.ids.append(facts["id"] or "")
        if tag == "html":
            self.language = facts.get("lang") or ""
        if tag == "label":
            self.labels.add(facts.get("for") or "")
        if tag in LABELLED and facts.get("type") not in NO_LABEL:
            named = bool(facts.get("aria-label") or facts.get("aria-labelledby")) or "label" in self.open
            self.controls.append((facts.get("id") or "", named))
        if tag == "img" and "alt" not in facts:
            self.problems.append("an <img> without alt")
        if tag == "a" and not facts.get("href") and "template" not in self.open:  # A script gives its copies theirs.
            self.problems.append("an <a> without href")
        if tag in {"h1", "h2", "h3"}:
            self.headings.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._policy(tag, dict(attrs))
        if tag not in VOID | SVG_EMPTY:
            self.problems.append(f"<{tag}/> closes itself")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.problems.append(f"</{tag}> at {self.getpos()} where <{self.open[-1] if self.open else ''}> is open")
            if tag not in self.open:
                return
            while self.open and self.open[-1] != tag:
                self.open.pop()
        if self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"script", "style"}:
            if data.strip():
                self.problems.append(f"an inline <{self.open[-1]}>: {data.strip()[:40]}")
        elif data.strip():
            self.words.append(data.strip())

    def _policy(self, tag: str, facts: dict[str, str | None]) -> None:
        for name in facts:
            if name == "style" or name.startswith(("on", "hx-on")):
                self.problems.append(f"<{tag} {name}=…>")
        if (facts.get("hx-vals") or "").startswith(("js:", "javascript:")):
            self.problems.append("hx-vals with a script")
        address = facts.get("href") or facts.get("src") or ""
        if address.startswith("javascript:"):
            self.problems.append("a javascript: address")
        if tag in {"script", "link", "img"} and address.startswith(("http:", "https:", "//")):
            self.problems.append(f"something from elsewhere: {address}")


def read_page(answer: Any) -> PageReader:
    """The page of a test client's answer, parsed."""
    reader = PageReader()
    reader.feed(answer.content.decode())
    return reader


def assert_clean(answer: Any, *, partial: bool = False) -> PageReader:
    """The page nests properly, repeats no id, labels its fields, has one h1, and needs no inline script or style."""
    page = read_page(answer)
    problems = list(page.problems)
    problems += [f"unclosed <{tag}>" for tag in page.open]
    problems += [f"id {name!r} twice" for name in sorted({name for name in page.ids if page.ids.count(name) > 1})]
    problems += [
        f"no label for {name or 'a field'!r}" for name, named in page.controls if not named and name not in page.labels
    ]
    if not partial:
        if page.headings.count("h1") != 1:
            problems.append(f"{page.headings.count('h1')} h1")
        if page.language not in {"zh-Hans", "en"}:
            problems.append(f"language {page.language!r}")
        if "main" not in page.ids:
            problems.append("no #main")
    assert not problems, problems
    return page


def words_of(answer: Any) -> str:
    """The text of a page, with single spaces between its pieces."""
    return " ".join(" ".join(read_page(answer).words).split())
