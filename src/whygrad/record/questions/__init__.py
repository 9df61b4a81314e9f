"""What is asked: a call that failed, `why(…)`, a gradient that is missing."""
