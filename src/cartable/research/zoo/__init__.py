"""PettingZoo environments: `push_v0`, `quinto_v0`, `hexa_v0` and `trio_v0`. They need `cartable[pettingzoo]`.

>>> from cartable.research.zoo import push_v0
>>> env = push_v0.env(seats=3, risk=True)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

"""
