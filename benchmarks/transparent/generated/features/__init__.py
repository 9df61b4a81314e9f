"""Steps of generated programs, a file for each feature: every public function is a step, one with a `body` is a block.

A step gets the run, two of its values and a number to draw choices from; a tensor that it returns becomes a value.
The functions that a program uses are copied into its text, with what they mention, so names are unique over all files.
"""
