"""Calls that need more than a note: flags and `.data` that are set, custom Functions, scripted and compiled code."""
