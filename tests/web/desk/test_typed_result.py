"""What a typed line of the desk means."""

import pytest

from tournaments.forms.desk.typed_result import TypedKind, TypedProblem, TypedResult, read_typed_result

SCORE = TypedKind.SCORE


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("12 21", TypedResult(SCORE, 12, 2, 1)),
        ("12 2-1", TypedResult(SCORE, 12, 2, 1)),
        ("12 2:1", TypedResult(SCORE, 12, 2, 1)),
        ("12 2 1", TypedResult(SCORE, 12, 2, 1)),
        ("12,2/1", TypedResult(SCORE, 12, 2, 1)),
        ("  7   20 ", TypedResult(SCORE, 7, 2, 0)),
        ("１２　２：１", TypedResult(SCORE, 12, 2, 1)),
        ("12 2–1", TypedResult(SCORE, 12, 2, 1)),
        ("12 2比1", TypedResult(SCORE, 12, 2, 1)),
        ("12 1-1-1", TypedResult(SCORE, 12, 1, 1, 1)),
        ("12 1 1 1", TypedResult(SCORE, 12, 1, 1, 1)),
        ("12 2 - 1 -3", TypedResult(SCORE, 12, 2, 1, 3)),
        ("12 001", TypedResult(SCORE, 12, 0, 0, 1)),
        ("12 10 t", TypedResult(SCORE, 12, 1, 0, stopped_by_time=True)),
        ("12 11T", TypedResult(SCORE, 12, 1, 1, stopped_by_time=True)),
        ("12 21 x2", TypedResult(SCORE, 12, 2, 1, drops=(2,))),
        ("12 2-1 drop 1", TypedResult(SCORE, 12, 2, 1, drops=(1,))),
        ("12 21 退12 ! 填反了", TypedResult(SCORE, 12, 2, 1, reason="填反了", drops=(1, 2))),
        ("１２　２：１　退赛２", TypedResult(SCORE, 12, 2, 1, drops=(2,))),
        ("12 n1 x1", TypedResult(TypedKind.NO_SHOW, 12, seat=1, drops=(1,))),
        ("12 20 ! Wrong slip", TypedResult(SCORE, 12, 2, 0, reason="Wrong slip")),
        ("12 20！填反了", TypedResult(SCORE, 12, 2, 0, reason="填反了")),
        ("12 20！迟到，判负（裁判）", TypedResult(SCORE, 12, 2, 0, reason="迟到，判负（裁判）")),
        ("12 2比0 ! 双方补了比分", TypedResult(SCORE, 12, 2, 0, reason="双方补了比分")),
        ("12、2～1。", TypedResult(SCORE, 12, 2, 1)),
        ("12. 2-1", TypedResult(SCORE, 12, 2, 1)),
        ("12 1-0 时间到", TypedResult(SCORE, 12, 1, 0, stopped_by_time=True)),
        ("12 11到时", TypedResult(SCORE, 12, 1, 1, stopped_by_time=True)),
        ("12 未到2", TypedResult(TypedKind.NO_SHOW, 12, seat=2)),
        ("12桌 1号未到 退1", TypedResult(TypedKind.NO_SHOW, 12, seat=1, drops=(1,))),
        ("12 2 缺席", TypedResult(TypedKind.NO_SHOW, 12, seat=2)),
        ("12 判负1 ! 迟到", TypedResult(TypedKind.MATCH_LOSS, 12, seat=1, reason="迟到")),
        ("12 2判负", TypedResult(TypedKind.MATCH_LOSS, 12, seat=2)),
        ("12 双败", TypedResult(TypedKind.DOUBLE_LOSS, 12)),
        ("12 双方未到", TypedResult(TypedKind.DOUBLE_NO_SHOW, 12)),
        ("12", TypedResult(TypedKind.OPEN, 12)),
        ("12 d", TypedResult(TypedKind.INTENTIONAL_DRAW, 12)),
        ("12 ID", TypedResult(TypedKind.INTENTIONAL_DRAW, 12)),
        ("12 约平", TypedResult(TypedKind.INTENTIONAL_DRAW, 12)),
        ("12约定平局", TypedResult(TypedKind.INTENTIONAL_DRAW, 12)),
        ("12 n1", TypedResult(TypedKind.NO_SHOW, 12, seat=1)),
        ("12 n 2", TypedResult(TypedKind.NO_SHOW, 12, seat=2)),
        ("12 l2", TypedResult(TypedKind.MATCH_LOSS, 12, seat=2)),
        ("12 dl", TypedResult(TypedKind.DOUBLE_LOSS, 12)),
        ("12 nn", TypedResult(TypedKind.DOUBLE_NO_SHOW, 12)),
        ("12 ＮＮ x12", TypedResult(TypedKind.DOUBLE_NO_SHOW, 12, drops=(1, 2))),
        ("7 平", TypedResult(TypedKind.DRAW, 7)),
        ("7和", TypedResult(TypedKind.DRAW, 7)),
        ("7 平局 ! 到时间", TypedResult(TypedKind.DRAW, 7, reason="到时间")),
        ("7 Draw", TypedResult(TypedKind.DRAW, 7)),
        ("12a 21", TypedResult(SCORE, 12, 2, 1, board=1)),
        ("12 B 0-2", TypedResult(SCORE, 12, 0, 2, board=2)),
        ("12b", TypedResult(TypedKind.OPEN, 12, board=2)),
        ("12a平", TypedResult(TypedKind.DRAW, 12, board=1)),
        ("12B和", TypedResult(TypedKind.DRAW, 12, board=2)),
        ("12a约平", TypedResult(TypedKind.INTENTIONAL_DRAW, 12, board=1)),
        ("7打平", TypedResult(TypedKind.DRAW, 7)),
        ("7draw", TypedResult(TypedKind.DRAW, 7)),
        ("7协议平局", TypedResult(TypedKind.INTENTIONAL_DRAW, 7)),
        ("7agreed draw", TypedResult(TypedKind.INTENTIONAL_DRAW, 7)),
        ("7b协议平局", TypedResult(TypedKind.INTENTIONAL_DRAW, 7, board=2)),
        ("7 打和", TypedResult(TypedKind.DRAW, 7)),
        ("7号桌 平", TypedResult(TypedKind.DRAW, 7)),
        ("7号桌21", TypedResult(SCORE, 7, 2, 1)),
        ("第 7 桌：2:1", TypedResult(SCORE, 7, 2, 1)),
        ("7号", TypedResult(TypedKind.OPEN, 7)),
    ],
)
def test_a_line_means(line: str, expected: TypedResult) -> None:
    assert read_typed_result(line) == expected


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        ("", "empty", ""),
        ("   ", "empty", ""),
        ("! why", "empty", ""),
        ("x 21", "no_table", "x 21"),
        ("21-", "no_table", "21-"),
        ("12 2", "no_result", "2"),
        ("12 2111", "no_result", "2111"),
        ("12 n3", "no_result", "n3"),
        ("1 2-1 3", "mixed_score", "2-1 3"),
        ("1 21 3", "mixed_score", "21 3"),
        ("1 2 1-3", "mixed_score", "2 1-3"),
        ("1 2-13", "mixed_score", "2-13"),
        ("1 2:1-3 t", "mixed_score", "2:1-3 t"),
        ("12 won", "no_result", "won"),
        ("12 21 x3", "no_result", "21 x3"),
        ("12 x1", "no_result", "x1"),
        ("12和我", "no_result", "和我"),
        ("123456 21", "no_table", "123456 21"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, code: str, part: str) -> None:
    with pytest.raises(TypedProblem) as raised:
        read_typed_result(line)
    assert (raised.value.code, raised.value.part) == (code, part)
