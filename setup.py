"""The part that is compiled; where there is no compiler the package works without it, slower.

`WHYGRAD_C_PART=none` leaves it out, for a wheel that any Python takes; `required` makes its failure the build's.
"""

import os
from glob import glob

from setuptools import Extension, setup

FOLDER = "src/whygrad/record/hotpath"
WANTED = os.environ.get("WHYGRAD_C_PART", "")
if WANTED not in ("", "none", "required"):
    raise SystemExit(f"WHYGRAD_C_PART is {WANTED!r}; it can be 'none' or 'required'")
HOTPATH = Extension(
    "whygrad.record.hotpath._hotpath",
    sorted(glob(f"{FOLDER}/*.c")),
    depends=glob(f"{FOLDER}/*.h"),
    optional=WANTED != "required",
)

setup(ext_modules=[] if WANTED == "none" else [HOTPATH])
