"""Doors for researchers: PettingZoo (`zoo`), OpenSpiel (`spiel`) and Gymnasium (`gym`), thin over the contract.

No rules live here. Each door needs its extra: `cartable[pettingzoo]`, `cartable[openspiel]` or `cartable[gym]`.
"""
