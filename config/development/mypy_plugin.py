"""Tells mypy of what this site puts on requests: `actor` and `htmx` on all, `unread_notices` where pages show it."""

from collections.abc import Callable

from mypy.nodes import MDEF, SymbolTableNode, Var
from mypy.plugin import ClassDefContext, Plugin
from mypy.types import AnyType, TypeOfAny

ADDED = ("actor", "htmx", "unread_notices")


def add_attributes(context: ClassDefContext) -> None:
    """Add these attributes to HttpRequest, untyped."""
    info = context.cls.info
    for name in ADDED:
        if name not in info.names:
            variable = Var(name, AnyType(TypeOfAny.explicit))
            variable.info = info
            variable._fullname = f"{info.fullname}.{name}"
            info.names[name] = SymbolTableNode(MDEF, variable, plugin_generated=True)


class RequestPlugin(Plugin):
    """Hooks into the definition of django.http.HttpRequest."""

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return add_attributes if fullname == "django.http.request.HttpRequest" else None


def plugin(version: str) -> type[Plugin]:
    """mypy's way in."""
    return RequestPlugin
