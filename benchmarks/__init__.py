"""Benchmarks: ratios measured in one run against a named baseline, and times to read beside them.

``python3 dev.py bench [NAME ...] [--json]`` runs them. Nothing fails because it is slow: an aim is reported next to
what was measured. A wrong answer fails.
"""
