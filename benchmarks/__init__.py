"""Benchmarks: times, and their ratios to a named baseline that is measured in the same run.

``python3 dev.py bench [NAME ...] [--json]`` runs them. A slow run does not fail: the aim is
reported next to the measured value. A wrong answer is a failure.
"""
