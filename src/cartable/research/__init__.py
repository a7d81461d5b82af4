"""Environments for researchers: PettingZoo (`zoo`), OpenSpiel (`spiel`) and Gymnasium (`gym`), thin over the contract.

No rules live here. Each needs its extra: `cartable[pettingzoo]`, `cartable[openspiel]` or `cartable[gym]`.
"""
