import torch
import torch.nn as nn

from market import Buyer, Seller


def main():
    torch.manual_seed(0)
    buyer, seller = Buyer(), Seller()
    for day in range(3):
        goods = torch.rand(5, 3)
        buyer.learn(goods)
        print(day, seller.adjust(buyer, goods))


if __name__ == "__main__":
    main()
