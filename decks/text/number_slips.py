"""Numbers that may be typing errors for one another: characters that look alike, zeros in front, a sign too many or too
few, two letters that changed places, a part too many or too few.

Another digit or a longer run of digits is another card, not a typing error.
"""

from dataclasses import dataclass, field

from decks.text.spelling import folded_code

MIN_PASSCODE = 7
"""From this many digits on a number of digits alone is a code that nobody counts up."""
_LOOK_ALIKE = str.maketrans("OQDILSZB", "00011528")


@dataclass
class NumberSlips:
    """The numbers of one list that no known card has."""

    _looks: dict[str, str] = field(default_factory=dict)
    _shorter: dict[str, list[str]] = field(default_factory=dict)
    _numbers: dict[str, None] = field(default_factory=dict)

    def like(self, number: str) -> str:
        """The number met before that this one may be a slip for; empty for none, and where it was met itself."""
        if number in self._numbers:
            return ""
        shorter = _one_shorter(number)
        near = [one for one in shorter if one in self._numbers] + self._shorter.get(number, [])
        slips = (one for one in near if one_sign_apart(one, number))
        parts = [*swapped(number), *without_part(number), *self._shorter.get(f"-{number}", [])]
        found = (self._looks.get(looks(number)), *slips, *(one for one in parts if one in self._numbers))
        return next(filter(None, found), "")

    def add(self, number: str) -> None:
        """Take note of a number."""
        if number in self._numbers:
            return
        self._numbers[number] = None
        self._looks.setdefault(looks(number), number)
        for one in _one_shorter(number):
            self._shorter.setdefault(one, []).append(number)
        for one in without_part(number):
            self._shorter.setdefault(f"-{one}", []).append(number)


def looks(number: str) -> str:
    """The form in which numbers are equal that look alike, or differ in zeros in front."""
    return folded_code(number.upper().translate(_LOOK_ALIKE))


def swapped(number: str) -> list[str]:
    """The numbers that have two neighbouring letters of this one the other way round."""
    pairs = (at for at in range(len(number) - 1) if number[at : at + 2].isalpha() and number[at] != number[at + 1])
    return [number[:at] + number[at + 1] + number[at] + number[at + 2 :] for at in pairs]


def without_part(number: str) -> list[str]:
    """The numbers of two parts or more that remain without one part of this."""
    parts = number.split("-")
    return ["-".join(parts[:at] + parts[at + 1 :]) for at in range(len(parts))] if len(parts) > 2 else []


def one_sign_apart(one: str, other: str) -> bool:
    """Whether one number is the other without a single character that is not part of a run of digits, but for codes
    of many digits: no game has them in two lengths that differ by one."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    at = next((place for place, character in enumerate(shorter) if character != longer[place]), len(shorter))
    if longer[at + 1 :] != shorter[at:]:
        return False
    if len(shorter) >= MIN_PASSCODE and longer.isdigit():
        return True
    beside = longer[max(at - 1, 0) : at] + longer[at + 1 : at + 2]
    return not (longer[at].isdigit() and any(character.isdigit() for character in beside))


def _one_shorter(number: str) -> set[str]:
    return {number[:at] + number[at + 1 :] for at in range(len(number))}
