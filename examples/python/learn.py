"""Learn to score: an evolution strategy finds the numbers of a policy by the rewards alone.

    gonao match env --socket /tmp/gonao_env &
    python3 learn.py /tmp/gonao_env             # learns, and writes learned.json
    python3 learn.py /tmp/gonao_env --play      # plays what learned.json holds, on other seeds

The policy has 13 numbers: gains and places of the approach, and when it kicks. They begin
at a guess that does not score. The strategy is a (3/3, 8) with one step size: the mean of
the best three of eight is the next parent. The same seed learns the same numbers.
"""

import json
import math
import pathlib
import random
import sys

from gonao import Env

SEED = 1
GENERATIONS = 14
CHILDREN, PARENTS = 8, 3
EPISODES = range(101, 107)  # seeds to learn from
HELD_OUT = range(201, 221)  # seeds to judge by
FILE = pathlib.Path(__file__).with_name("learned.json")
START = [0.5, 0.5, 0.5, 0.0, 0.30, 0.00, 0.00, 0.30, 0.30, 0.30, 0.0, 0.0, 0.0]


def act(w, o):
    """Return the policy's action for an observation."""
    if o["fallen"]:
        return {"do": "get_up"}
    if not o["ball_known"]:
        return {"theta": 0.6}
    x, y = o["ball"]
    px, py, theta = o["pose"]
    goal = math.remainder(math.atan2(-py, 4.5 - px) - theta, 2 * math.pi)
    side = math.copysign(1, y)
    ready = abs(x - w[4]) < abs(w[7]) and abs(y - w[5] * side) < abs(w[8]) and abs(goal + w[10]) < abs(w[9])
    if ready:
        return {"do": "kick", "left": y > 0}
    aim_x = x - w[4] * math.cos(goal) + w[11]
    aim_y = y - w[4] * math.sin(goal) - w[5] * side + w[12]
    return {"x": 2 * w[0] * aim_x, "y": 2 * w[1] * aim_y, "theta": 2 * w[2] * goal + w[3] * y + w[6], "head_yaw": math.atan2(y, x)}


def episode(env, w, seed):
    """Play an episode and return its rewards' sum and whether it scored."""
    observations, _ = env.reset(seed)
    total = 0.0
    nearest = 9.0
    while True:
        observations, rewards, terminated, truncated, info = env.step([act(w, observations[0])])
        total += rewards[0]
        if observations[0]["ball_known"]:
            nearest = min(nearest, math.hypot(*observations[0]["ball"]))
        if terminated or truncated:
            return total - 0.1 * nearest, info["truth"]["score"][0]


def learn(env):
    rng = random.Random(SEED)
    mean, step = list(START), 0.12
    for generation in range(GENERATIONS):
        tried = []
        for _ in range(CHILDREN):
            w = [m + step * rng.gauss(0, 1) for m in mean]
            tried.append((sum(episode(env, w, s)[0] for s in EPISODES) / len(EPISODES), w))
        tried.sort(key=lambda t: -t[0])
        best = [w for _, w in tried[:PARENTS]]
        mean = [sum(column) / PARENTS for column in zip(*best)]
        step *= 0.93
        print(f"generation {generation + 1}: best {tried[0][0]:+.3f}, worst {tried[-1][0]:+.3f}", flush=True)
        FILE.write_text(json.dumps({"seed": SEED, "command": "python3 learn.py SOCKET", "weights": [round(m, 4) for m in mean]}) + "\n")


def main():
    env = Env(sys.argv[1] if len(sys.argv) > 1 else "/tmp/gonao_env", task="score")
    if "--play" not in sys.argv:
        learn(env)
    for name, w in (("before", START), ("learned", json.loads(FILE.read_text())["weights"])):
        played = [episode(env, w, s) for s in HELD_OUT]
        print(f"{name}: scored {sum(p[1] for p in played)} of {len(played)}, mean return {sum(p[0] for p in played) / len(played):+.3f}")


if __name__ == "__main__":
    main()
