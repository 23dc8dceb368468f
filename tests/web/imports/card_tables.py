"""Card tables as a store uploads them, and a manager's browser."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from cardpool.models import CardGame, CardImport
from tests.people_and_events import make_user

HEADER = ("卡牌编号", "卡名", "英文名", "星数", "稀有度", "关键词", "战力")
CARDS: Sequence[Sequence[Any]] = (
    ("HBU09-A01", "测试战士", "Test Warrior", 3, "SR", "奥特战士、测试", 3000),
    ("HBU09-A02", "测试怪兽", "Test Kaiju", 5, "R", "怪兽", 4500),
    ("HBU09-A03", "测试队员", "", 1, "N", "", ""),
)


def csv_bytes(rows: Sequence[Sequence[Any]], *, encoding: str = "utf-8", delimiter: str = ",") -> bytes:
    """A text table."""
    target = io.StringIO()
    csv.writer(target, delimiter=delimiter).writerows(rows)
    return target.getvalue().encode(encoding)


def xlsx_bytes(rows: Sequence[Sequence[Any]], *, title: str = "卡表", **more_sheets: Sequence[Sequence[Any]]) -> bytes:
    """A workbook."""
    book = Workbook()
    book.active.title = title
    for name, lines in ((title, rows), *more_sheets.items()):
        sheet = book[name] if name in book.sheetnames else book.create_sheet(name)
        for line in lines:
            sheet.append(list(line))
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


class Manager:
    """A game manager's browser."""

    def __init__(self, game: CardGame, *, language: str = "en", **facts: Any) -> None:
        self.game = game
        self.user = make_user(**{"may_manage_games": True, **facts})
        self.client = Client(HTTP_ACCEPT_LANGUAGE=language)
        self.client.force_login(self.user)

    def upload(self, *files: tuple[str, bytes], format: str = "") -> Any:
        """Send files to the import page."""
        sent = [SimpleUploadedFile(name, data) for name, data in files]
        return self.client.post(reverse("game_import", args=[self.game.slug]), {"card_files": sent, "format": format})

    def brought(self) -> CardImport:
        """The newest import."""
        found = CardImport.objects.filter(game=self.game).first()
        assert found is not None
        return found

    def at(self, page: str, card_import: CardImport | None = None) -> str:
        """The address of an import's page."""
        return reverse(page, args=[self.game.slug, (card_import or self.brought()).key])

    def choose(self, **columns: str) -> Any:
        """Send the form of the columns, with changes by position: `column_0_2="name_en"`."""
        page = self.client.get(self.at("card_import_columns"))
        form = page.context["form"]
        data = {name: form[name].value() or "" for name in form.fields} | columns
        return self.client.post(self.at("card_import_columns"), data, follow=True)
