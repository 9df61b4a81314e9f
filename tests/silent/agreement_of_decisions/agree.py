def disagreement(one, two):
    first, second = one.argmax(1), two.argmax(1)  #~ no-derivative
    return (first != second).float().mean()  #~ no-derivative
