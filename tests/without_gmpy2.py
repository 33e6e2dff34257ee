"""A plugin of pytest: gmpy2 cannot be imported."""

import sys

sys.modules["gmpy2"] = None  # type: ignore[assignment]
