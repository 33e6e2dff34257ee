"""A pytest plugin that makes gmpy2 unimportable."""

import sys

sys.modules["gmpy2"] = None  # type: ignore[assignment]
