"""What the tests of integrations share."""

from __future__ import annotations

import pytest
from projects import Project, entry_points


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("project"))
    made.write("installed/whygrad-0.dist-info/METADATA", "Metadata-Version: 2.1\nName: whygrad\nVersion: 0\n")
    made.write("installed/whygrad-0.dist-info/entry_points.txt", entry_points())
    return made
