"""The names under which static files are served."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Names that change with the content, in the site's own JavaScript modules too (`from "./other.js"`).

    Django's `support_js_module_import_aggregation` reads every script and takes words inside of bundles for imports.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r"""(?P<matched>from "(?P<url>\./[^"]+)")""", 'from "%(url)s"'),)),
    )
