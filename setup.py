"""The part that is compiled; where there is no compiler the package works without it, slower."""

from glob import glob

from setuptools import Extension, setup

FOLDER = "src/whygrad/record/hotpath"
HOTPATH = Extension(
    "whygrad.record.hotpath._hotpath", sorted(glob(f"{FOLDER}/*.c")), depends=glob(f"{FOLDER}/*.h"), optional=True
)

setup(ext_modules=[HOTPATH])
