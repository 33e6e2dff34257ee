"""Long computations: threads and clusters, time limits, checkpoints, progress, and the cache."""
