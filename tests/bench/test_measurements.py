"""Each program's section of the measurements is its own."""

from pathlib import Path

from bench.measurements import write_section


def test_a_section_is_written_again_and_the_others_stay(tmp_path: Path) -> None:
    file = tmp_path / "measurements.md"
    write_section("Load", "| a | 1 |", file=file)
    write_section("Faults", "| b | 2 |\n\n### Seeds\n\n7", file=file)
    write_section("Load", "| a | 3 |", file=file)
    text = file.read_text()
    assert text.startswith("# Measurements\n")
    assert text.count("## Load\n") == text.count("## Faults\n") == 1
    assert "| a | 1 |" not in text
    assert text.index("| a | 3 |") < text.index("## Faults") < text.index("### Seeds")
    assert " cores, " in text
    assert "commit " in text
    before = text.split("## Load")[0]
    write_section("Faults", "| b | 4 |", file=file)
    assert file.read_text().split("## Load")[0] == before
