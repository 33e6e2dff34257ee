"""Benchmarks: ratios to a named baseline, measured in one run, together with times.

``python3 dev.py bench [NAME ...] [--json]`` runs them. A slow run does not fail: the aim is
reported next to the measured value. A wrong answer fails.
"""
