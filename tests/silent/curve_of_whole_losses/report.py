def draw(curve):
    for value in curve[::10]:
        print("#" * min(60, 1 + int(10 * value.item())))
