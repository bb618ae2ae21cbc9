"""A node of a real ROS 2 that executes the commands on its input, one per line.

It executes the commands of testdata/peers/peer.c that are about topics, and commands
for services, actions, parameters, tf and the graph (see the functions below). Messages
that arrive without a command are printed as "got ID WHAT".
"""
import struct
import sys
import threading

import rclpy
from example_interfaces.action import Fibonacci
from example_interfaces.srv import AddTwoInts
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.duration import Duration
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient
from rclpy.qos import DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy
from rosidl_runtime_py.utilities import get_message

lock = threading.Lock()


def say(text):
    with lock:
        print(text, flush=True)


def show_value(kind, value):
    """Returns a value as text; kind is its type as get_fields_and_field_types names it."""
    if kind.startswith("sequence<"):
        inner = kind[len("sequence<"):-1].split(", ")[0]
        return f"#{len(value)} " + "".join(show_value(inner, v) for v in value)
    if kind.endswith("]"):
        inner = kind[: kind.rindex("[")]
        return "".join(show_value(inner, v) for v in value)
    if kind.startswith("wstring"):
        units = struct.unpack(f"<{len(value.encode('utf-16-le')) // 2}H", value.encode("utf-16-le"))
        return f"#{len(units)} " + "".join(f"{u} " for u in units)
    if kind.startswith("string"):
        return f"{len(value.encode())}:{value} "
    if kind == "float":
        return "%08x " % struct.unpack("<I", struct.pack("<f", value))[0]
    if kind == "double":
        return "%016x " % struct.unpack("<Q", struct.pack("<d", value))[0]
    if "/" in kind:
        return show(value)
    if isinstance(value, bytes):
        value = value[0]
    return f"{int(value)} "


def show(message):
    fields = message.get_fields_and_field_types()
    return "".join(show_value(kind, getattr(message, name)) for name, kind in fields.items())


def qos(text):
    part = [int(v) for v in text.split(",")] + [0] * 6
    q = QoSProfile(depth=part[2] or 10)
    q.history = HistoryPolicy.KEEP_LAST if part[2] else HistoryPolicy.KEEP_ALL
    q.reliability = ReliabilityPolicy.RELIABLE if part[0] else ReliabilityPolicy.BEST_EFFORT
    q.durability = DurabilityPolicy.TRANSIENT_LOCAL if part[1] else DurabilityPolicy.VOLATILE
    if part[3]:
        q.deadline = Duration(nanoseconds=part[3] * 1_000_000)
    if part[4] == 2:
        q.liveliness = LivelinessPolicy.MANUAL_BY_TOPIC
    if part[5]:
        q.liveliness_lease_duration = Duration(nanoseconds=part[5] * 1_000_000)
    return q


class Peer(Node):
    def __init__(self):
        super().__init__("peer", namespace="other")
        self.declare_parameter("speed", 1.5)
        self.declare_parameter("names", ["a", "b"])
        self.group = ReentrantCallbackGroup()
        self.things, self.echoes, self.goals = {}, {}, {}

    def wait(self, future, what):
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        if not done.wait(20):
            raise RuntimeError(f"{what}: no answer")
        return future.result()

    # topics
    def reader(self, id, topic, kind, profile="1,0,10", *_):
        def take(m):
            say(f"got {id} {show(m)}")
            if id in self.echoes:
                self.things[self.echoes[id]].publish(m)
        try:
            kind = get_message(kind)
        except (ImportError, AttributeError, LookupError, ValueError):
            return "missing"
        self.things[id] = self.create_subscription(kind, topic.removeprefix("rt"), take, qos(profile))

    def writer(self, id, topic, kind, profile="1,0,10", *_):
        try:
            kind = get_message(kind)
        except (ImportError, AttributeError, LookupError, ValueError):
            return "missing"
        self.things[id] = self.create_publisher(kind, topic.removeprefix("rt"), qos(profile))

    def echo(self, reader, writer):
        self.echoes[reader] = writer

    def write(self, id, *words):
        m = get_message("std_msgs/msg/String")()
        m.data = " ".join(words)
        self.things[id].publish(m)

    def matched(self, id):
        thing = self.things[id]
        if hasattr(thing, "get_subscription_count"):
            return f"matched {thing.get_subscription_count()}"
        return f"matched {self.count_publishers(thing.topic_name)}"

    def close(self, id):
        thing = self.things.pop(id)
        thing.destroy()

    # services
    def serve(self, name):
        def add(request, response):
            response.sum = request.a + request.b
            return response
        self.things[name] = self.create_service(AddTwoInts, name, add, callback_group=self.group)

    def call(self, name, a, b):
        client = self.create_client(AddTwoInts, name, callback_group=self.group)
        if not client.wait_for_service(20):
            raise RuntimeError(f"{name}: no server")
        answer = self.wait(client.call_async(AddTwoInts.Request(a=int(a), b=int(b))), name)
        self.destroy_client(client)
        return f"sum {answer.sum}"

    # actions
    def serve_action(self, name):
        """Counts up to order with feedback. An order below 0 is rejected, and one above 20 waits after five numbers for a cancel."""
        def run(goal):
            result, numbers = Fibonacci.Result(), [0, 1]
            while len(numbers) <= goal.request.order:
                if goal.request.order > 20 and len(numbers) == 5:
                    while not goal.is_cancel_requested:
                        threading.Event().wait(0.005)
                    goal.canceled()
                    result.sequence = numbers
                    return result
                numbers.append(numbers[-1] + numbers[-2])
                goal.publish_feedback(Fibonacci.Feedback(sequence=numbers))
            result.sequence = numbers
            goal.abort() if goal.request.order == 2 else goal.succeed()
            return result
        self.things[name] = ActionServer(
            self, Fibonacci, name, run, callback_group=self.group,
            goal_callback=lambda g: GoalResponse.ACCEPT if g.order >= 0 else GoalResponse.REJECT,
            cancel_callback=lambda _: CancelResponse.ACCEPT)

    def goal(self, id, name, order):
        client = self.things.setdefault("client of " + name, None) or ActionClient(self, Fibonacci, name, callback_group=self.group)
        self.things["client of " + name] = client
        if not client.wait_for_server(20):
            raise RuntimeError(f"{name}: no server")
        handle = self.wait(client.send_goal_async(
            Fibonacci.Goal(order=int(order)),
            lambda f: say(f"got {id} feedback {list(f.feedback.sequence)}")), name)
        if not handle.accepted:
            return "rejected"
        self.goals[id] = handle
        handle.get_result_async().add_done_callback(
            lambda f: say(f"got {id} result {f.result().status} {list(f.result().result.sequence)}"))
        return "accepted"

    def cancel(self, id):
        answer = self.wait(self.goals[id].cancel_goal_async(), id)
        return f"canceling {len(answer.goals_canceling)}"

    # parameters
    def get_parameter_of(self, node, name):
        client = AsyncParameterClient(self, node)
        if not client.wait_for_services(20):
            raise RuntimeError(f"{node}: no parameter services")
        value = self.wait(client.get_parameters([name]), node).values[0]
        return f"value {rclpy.parameter.parameter_value_to_python(value)!r}"

    def set_parameter_of(self, node, name, value):
        client = AsyncParameterClient(self, node)
        if not client.wait_for_services(20):
            raise RuntimeError(f"{node}: no parameter services")
        value = rclpy.parameter.get_parameter_value(value)
        wanted = Parameter(name, value=rclpy.parameter.parameter_value_to_python(value))
        result = self.wait(client.set_parameters([wanted]), node).results[0]
        return f"set {result.successful} {result.reason}"

    # tf
    def tf_static(self, parent, child, x, y, z):
        from geometry_msgs.msg import TransformStamped
        from tf2_ros import StaticTransformBroadcaster
        t = TransformStamped()
        t.header.stamp = self.get_clock().now().to_msg()
        t.header.frame_id, t.child_frame_id = parent, child
        v = t.transform.translation
        v.x, v.y, v.z = float(x), float(y), float(z)
        t.transform.rotation.w = 1.0
        self.things.setdefault("static", StaticTransformBroadcaster(self)).sendTransform(t)

    def tf_listen(self):
        from tf2_ros import Buffer, TransformListener
        self.buffer = Buffer()
        self.things["tf"] = TransformListener(self.buffer, self)

    def tf_lookup(self, target, source):
        try:
            t = self.buffer.lookup_transform(target, source, rclpy.time.Time()).transform.translation
        except Exception:  # the frame is not there yet
            return "nothing"
        return f"at {t.x} {t.y} {t.z}"

    # the graph
    def nodes(self):
        names = [ns.rstrip("/") + "/" + name for name, ns in self.get_node_names_and_namespaces()]
        return "nodes " + " ".join(sorted(names))

    def info(self, full):
        namespace, _, name = full.rpartition("/")
        out = []
        for what in ("publisher", "subscriber", "service", "client"):
            for topic, types in getattr(self, f"get_{what}_names_and_types_by_node")(name, namespace or "/"):
                out.append(f"{what}:{topic}:{types[0]}")
        return "info " + " ".join(out)

    def endpoints(self, topic):
        """Prints node, type hash and reliability of a topic's publishers."""
        return "endpoints " + " ".join(
            f"{i.node_namespace.rstrip('/')}/{i.node_name}:{i.topic_type}:{i.topic_type_hash}:{i.qos_profile.reliability.name}"
            for i in self.get_publishers_info_by_topic(topic))


def main():
    rclpy.init()
    node = Peer()
    executor = MultiThreadedExecutor(4)
    executor.add_node(node)
    threading.Thread(target=executor.spin, daemon=True).start()
    say("ready")
    for line in sys.stdin:
        command, *args = line.split()
        try:
            say(getattr(node, command)(*args) or "ok")
        except Exception as e:  # the test prints it
            say(f"error {command}: {type(e).__name__}: {e}")
    sys.stdout.flush()
    # Daemon threads may be inside C code, so the process exits without waiting for them.
    import os
    os._exit(0)


main()
