"""Static files are served under names that change with their content, modules that import them included."""

import re
from pathlib import Path

from django.core.files.storage import FileSystemStorage

from config.static_names import HashedStaticFiles


def served(folder: Path, sources: dict[str, str]) -> dict[str, str]:
    """The served name and text of each source."""
    source, target = FileSystemStorage(folder / "from"), HashedStaticFiles(folder / "to", "/static/")
    for name, text in sources.items():
        for place in (folder / "from" / name, folder / "to" / name):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    outcomes = list(target.post_process({name: (source, name) for name in sources}))
    assert not [problem for _, _, problem in outcomes if isinstance(problem, Exception)]
    names = {name: target.stored_name(name) for name in sources}
    return {name: f"{stored}\n{(folder / 'to' / stored).read_text()}" for name, stored in names.items()}


def test_an_import_names_the_served_module(tmp_path: Path) -> None:
    one = {"js/a.js": 'import { x } from "./b.js";\n', "js/b.js": "export const x = 1;\n"}
    before = served(tmp_path / "1", one)
    after = served(tmp_path / "2", {**one, "js/b.js": "export const x = 2;\n"})
    assert re.search(r'from "\./b\.[0-9a-f]{12}\.js"', before["js/a.js"])
    assert before["js/a.js"] != after["js/a.js"]


def test_words_in_bundles_of_others_are_left_alone(tmp_path: Path) -> None:
    bundle = 'const words = `import x from "./nowhere.js";`;\n'
    assert bundle in served(tmp_path, {"admin/js/bundle.js": bundle})["admin/js/bundle.js"]
