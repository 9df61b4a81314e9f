"""Draws diagnostics: one layout for every output that shows source text, and JSON; torch is never imported."""
