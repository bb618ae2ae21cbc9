"""Encodes and decodes each message of gonao_msgs with rclpy; the ament index of the prefix that is given has to list them."""
import pathlib
import sys

import gonao_msgs.action
import gonao_msgs.msg
import gonao_msgs.srv
from rclpy.serialization import deserialize_message, serialize_message

PARTS = {
    gonao_msgs.msg: lambda typ: [typ],
    gonao_msgs.srv: lambda typ: [typ.Request, typ.Response],
    gonao_msgs.action: lambda typ: [typ.Goal, typ.Result, typ.Feedback],
}

listed = pathlib.Path(sys.argv[1], "share/ament_index/resource_index/rosidl_interfaces/gonao_msgs").read_text().split()
count = 0
for module, parts in PARTS.items():
    kind = module.__name__.split(".")[1]
    for file in listed:
        if file.startswith(kind + "/") and file.endswith("." + kind):
            for typ in parts(getattr(module, pathlib.Path(file).stem)):
                assert deserialize_message(serialize_message(typ()), typ) == typ(), file
            count += 1
if not count:
    sys.exit("no interfaces of gonao_msgs in the ament index")
print(count, "interfaces of gonao_msgs")
