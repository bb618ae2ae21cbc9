"""A client of gonao in plain Python: no ROS 2, no package besides the standard library.

Env is an environment in the form of Gymnasium over the socket of `gonao match env`.
Robot reads and publishes topics and calls services and actions of a running robot, real or
simulated, through the program `gonao`.
"""

import json
import socket
import subprocess


class Error(Exception):
    """A refusal by gonao, with its message."""


class Env:
    """An environment: one or more robots of a match, moved by the caller.

    agents lists robots such as ("red", 2). world is "kinematic", or "physics" with a body "ideal",
    "paper", "real" or "worn". reset and step return observations, one for each
    agent, as dictionaries; see docs/laboratory.md for their keys.
    """

    def __init__(self, path, task="play", agents=(("red", 1),), red="", blue="", players=0, half=0.0, world="", body=""):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as problem:
            raise Error(f"{path}: {problem.strerror}; does gonao match env --socket {path} run?") from problem
        self._lines = self._socket.makefile("r", encoding="utf-8")
        config = {"task": task, "agents": [{"side": side, "number": number} for side, number in agents]}
        self._ask(method="make", config=config, red=red, blue=blue, players=players, half=half, world=world, body=body)

    def _ask(self, **request):
        self._socket.sendall((json.dumps(request) + "\n").encode())
        line = self._lines.readline()
        if not line:
            raise Error("the environment has closed the connection")
        answer = json.loads(line)
        if "error" in answer:
            raise Error(answer["error"])
        return answer

    def reset(self, seed=1):
        """Begin an episode and return (observations, info); info["truth"] is the real state."""
        answer = self._ask(method="reset", seed=seed)
        return answer["observations"], {"truth": answer["truth"]}

    def step(self, actions):
        """Carry out one action for each agent and return (observations, rewards, terminated, truncated, info)."""
        answer = self._ask(method="step", actions=list(actions))
        return (answer["observations"], answer["rewards"], answer["terminated"], answer["truncated"],
                {"truth": answer["truth"]})

    def truth(self):
        """Return the real state: ball, robots and score in the frame world."""
        return self._ask(method="truth")

    def close(self):
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Robot:
    """Topics, services and actions in a namespace, such as Robot("/nao1"). Values are YAML text, as `gonao` has them."""

    def __init__(self, namespace="", program="gonao", timeout=30.0):
        self.namespace, self.program, self.timeout = namespace.rstrip("/"), program, timeout

    def _run(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True, timeout=self.timeout, check=False)
        if done.returncode != 0:
            raise Error(done.stderr.strip() or done.stdout.strip())
        return done.stdout

    def _name(self, name):
        return name if name.startswith("/") else f"{self.namespace}/{name}"

    def read(self, topic, field=None):
        """Wait for one message of a topic and return it as YAML text, or one field of it."""
        words = ["topic", "echo", self._name(topic), "--once", "--full-length"]
        return self._run(*words, *(["--field", field] if field else [])).removesuffix("---\n").rstrip("\n")

    def publish(self, topic, type_name, value="{}"):
        """Publish one message."""
        self._run("topic", "pub", "--once", self._name(topic), type_name, value)

    def call(self, service, type_name, value="{}"):
        """Call a service and return its answer."""
        return self._run("service", "call", self._name(service), type_name, value)

    def act(self, action, type_name, goal="{}"):
        """Send a goal to an action, wait for its end, and return its result."""
        return self._run("action", "send_goal", self._name(action), type_name, goal)
