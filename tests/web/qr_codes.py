"""The QR codes of a page, read as a phone reads them: drawn from their SVG, then decoded."""

from __future__ import annotations

import re

import zxingcpp
from django.http import HttpResponse
from PIL import Image, ImageDraw

CODE = re.compile(r'<svg class="qr" viewBox="0 0 (\d+) \d+".*?<path d="([^"]+)"', re.DOTALL)
STEP = re.compile(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?")
PIXELS = 4
"""The side of a module."""


def codes_on(answer: HttpResponse) -> list[str]:
    """What each QR code of the page says, in the order of the page."""
    assert answer.status_code == 200
    drawn = [_drawn(int(size), path) for size, path in CODE.findall(answer.content.decode())]
    return [found.text for one in drawn for found in zxingcpp.read_barcodes(one)]


def _drawn(size: int, path: str) -> Image.Image:
    """The modules of a path of strokes one module high, as segno writes it."""
    picture = Image.new("L", (size * PIXELS, size * PIXELS), 255)
    draw = ImageDraw.Draw(picture)
    x = y = 0.0
    for kind, first, second in STEP.findall(path):
        if kind == "h":
            box = (x, y - 0.5, x + float(first), y + 0.5)
            left, top, right, bottom = (round(edge * PIXELS) for edge in box)
            draw.rectangle((left, top, right - 1, bottom - 1), fill=0)
            x += float(first)
        elif kind == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    return picture
