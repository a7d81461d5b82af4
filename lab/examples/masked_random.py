"""Random play with masks through PettingZoo: one line for each game. Run: python -m lab.examples.masked_random"""

from argparse import ArgumentParser
from collections import Counter

import numpy as np

from cartable.games import registry
from cartable.research import zoo
from cartable.research.encodings import encoding


def play(name: str, matches: int, seed: int) -> tuple[int, Counter[str]]:
    """Play so many matches: how many steps they took, and how often each agent had the highest reward."""
    env = getattr(zoo, name).env()
    dice = np.random.default_rng(seed)
    steps, wins = 0, Counter[str]()
    for match in range(matches):
        env.reset(seed=seed + match)
        returns: dict[str, float] = {}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                returns[agent] = reward
                env.step(None)
            else:
                env.step(dice.choice(np.flatnonzero(observation["action_mask"])))
                steps += 1
        best = max(returns.values())
        wins.update(agent for agent, reward in returns.items() if reward == best)
    return steps, wins


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for game in registry.games():
        name = f"{game.id}_v{encoding(game.id).version}"
        steps, wins = play(name, given.matches, given.seed)
        print(f"{name:<10} {steps / given.matches:6.1f} steps a match; won or shared: {dict(sorted(wins.items()))}")


if __name__ == "__main__":
    main()
