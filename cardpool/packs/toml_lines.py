"""On which line of a TOML file each key stands. The standard library's reader keeps no places."""

from collections.abc import Mapping


def line_numbers(text: str) -> dict[str, int]:
    """Map every dotted path (`play.endings[2].key`) of a *valid* TOML text to its line, counted from 1.

    Tables, arrays of tables, dotted keys, inline tables and arrays are followed; list items that are not table have
    the path `key[0]`. The text must have been accepted by `tomllib` first.
    """
    return _Scanner(text).scan()


def nearest_line(lines: Mapping[str, int], path: str) -> int | None:
    """The line of a path, or of the closest enclosing path that has one (a missing key stands in its table)."""
    while path:
        if path in lines:
            return lines[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return None


class _Scanner:
    """A cursor over the text; knows just enough TOML to tell keys from values."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[str, int] = {}
        self.tables: dict[str, int] = {}

    def scan(self) -> dict[str, int]:
        table = ""
        self._skip_blank()
        while self.at < len(self.text):
            table = self._header() if self._peek() == "[" else self._pair(table)
            self._skip_blank()
        return self.lines

    def _peek(self, length: int = 1) -> str:
        return self.text[self.at : self.at + length]

    def _move(self, length: int = 1) -> None:
        self.line += self.text.count("\n", self.at, self.at + length)
        self.at += length

    def _skip_blank(self) -> None:
        """Pass spaces, line ends, commas and comments."""
        while self.at < len(self.text):
            if self._peek() == "#":
                while self.at < len(self.text) and self._peek() != "\n":
                    self._move()
            elif self._peek() in " \t\r\n,":
                self._move()
            else:
                return

    def _header(self) -> str:
        """Read `[a.b]` or `[[a.b]]` and return the path that the pairs below it belong to."""
        many = self._peek(2) == "[["
        line = self.line
        self._move(2 if many else 1)
        parts = self._key()
        self._move(2 if many else 1)
        path = ""
        for position, part in enumerate(parts):
            path = _join(path, part)
            self.lines.setdefault(path, line)
            last = position == len(parts) - 1
            if many and last:
                self.tables[path] = self.tables.get(path, -1) + 1
            if path in self.tables:
                path = f"{path}[{self.tables[path]}]"
        self.lines.setdefault(path, line)
        return path

    def _pair(self, table: str) -> str:
        """Read `key = value` below a table and return that table's path again."""
        line = self.line
        path = table
        for part in self._key():
            path = _join(path, part)
            self.lines.setdefault(path, line)
        self._move()
        self._value(path)
        return table

    def _key(self) -> list[str]:
        """Read a dotted key up to `=` or `]`."""
        parts: list[str] = []
        while True:
            while self._peek() in " \t.":
                self._move()
            if self._peek() in "=]":
                return parts
            if self._peek() in "\"'":
                parts.append(self._string()[1:-1])
                continue
            start = self.at
            while self._peek() not in " \t.=]":
                self._move()
            parts.append(self.text[start : self.at])

    def _string(self) -> str:
        """Pass a string of any of TOML's four kinds and return it with its quotes."""
        start = self.at
        mark = self._peek()
        quote = mark * 3 if self._peek(3) == mark * 3 else mark
        self._move(len(quote))
        while self._peek(len(quote)) != quote:
            self._move(2 if mark == '"' and self._peek() == "\\" else 1)
        self._move(len(quote))
        while len(quote) == 3 and self._peek() == mark:
            self._move()
        return self.text[start : self.at]

    def _value(self, path: str) -> None:
        while self._peek() in " \t":
            self._move()
        mark = self._peek()
        if mark in "\"'":
            self._string()
        elif mark == "[":
            self._items(path)
        elif mark == "{":
            self._move()
            self._skip_blank()
            while self._peek() != "}":
                self._pair(path)
                self._skip_blank()
            self._move()
        else:
            while self.at < len(self.text) and self._peek() not in ",]}#\n":
                self._move()

    def _items(self, path: str) -> None:
        self._move()
        self._skip_blank()
        position = 0
        while self._peek() != "]":
            self.lines.setdefault(f"{path}[{position}]", self.line)
            self._value(f"{path}[{position}]")
            position += 1
            self._skip_blank()
        self._move()


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part
