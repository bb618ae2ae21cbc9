"""Score a goal with a few lines of behaviour: walk to the ball, turn to the goal, kick.

    gonao match env --socket /tmp/gonao_env &
    python3 score.py /tmp/gonao_env
    python3 score.py /tmp/gonao_env physics 3      with a simulated body, three episodes
"""

# %% begin
import math
import sys

from gonao import Env

env = Env(sys.argv[1] if len(sys.argv) > 1 else "/tmp/gonao_env", task="score",
          world=sys.argv[2] if len(sys.argv) > 2 else "kinematic", body="ideal")
EPISODES = int(sys.argv[3]) if len(sys.argv) > 3 else 10


# %% the behaviour: one observation to one action
def behave(o):
    if o["fallen"]:
        return {"do": "get_up"}
    if not o["ball_known"]:
        return {"theta": 0.6}
    x, y = o["ball"]
    px, py, theta = o["pose"]
    goal = math.remainder(math.atan2(-py, 4.5 - px) - theta, 2 * math.pi)
    if 0.11 < x < 0.18 and 0.01 < abs(y) < 0.08 and abs(goal) < 0.15:  # the kick hits a ball 10 to 20 cm ahead
        return {"do": "kick", "left": y > 0}
    # Behind the ball, seen from the goal, with the ball before one foot.
    aim_x, aim_y = x - 0.14 * math.cos(goal), y - 0.14 * math.sin(goal) - math.copysign(0.045, y)
    return {"x": 1.2 * aim_x, "y": 1.2 * aim_y, "theta": 1.0 * goal, "head_yaw": math.atan2(y, x)}


# %% the episodes
scored = 0
for seed in range(1, EPISODES + 1):
    observations, info = env.reset(seed)
    total, over = 0.0, False
    while not over:
        observations, rewards, terminated, truncated, info = env.step([behave(observations[0])])
        total += rewards[0]
        over = terminated or truncated
    scored += info["truth"]["score"][0]
    print(f"seed {seed}: return {total:+.2f}, score {info['truth']['score']}")
print(f"scored {scored} of {EPISODES}")
