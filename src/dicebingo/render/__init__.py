"""Text and pictures, made from results; nothing here computes one."""
