from plotting import Axes


def curve_figure(grid, truth, prediction):
    axes = Axes()
    axes.plot(grid.squeeze(-1), truth, "truth")  #! decoy
    axes.plot(grid.squeeze(-1), prediction, "model")  #~ exported-while-recorded
    axes.show()
