"""The project's settings, for commands: what is wrong in them is a reason not to start."""

from __future__ import annotations

import os

from whygrad.cli.program import CannotStart, current_directory
from whygrad.internal_error import summary_of
from whygrad.policy.settings import BadSettings, Settings, settings_for


def settings_here() -> tuple[Settings, str | None]:
    """Those that hold in the working directory, and a failure of ours in reading them, to be told at the end."""
    try:
        return settings_for(current_directory()), None
    except BadSettings as error:
        raise CannotStart(str(error)) from None
    except Exception as error:
        if os.environ.get("WHYGRAD_TESTING") == "1":
            raise
        return Settings(), summary_of(error)
