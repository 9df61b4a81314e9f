"""The part that is compiled; where there is no compiler the package works without it, slower."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("whygrad.record._hotpath", ["src/whygrad/record/_hotpath.c"], optional=True)])
