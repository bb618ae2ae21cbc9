# Writes the YAML of each JSON value of stdin's list, as ROS 2's tools call PyYAML.
import json
import sys

import yaml

out = []
for value, flow in json.load(sys.stdin):
    if isinstance(value, dict) and list(value) == ["float"]:
        value = {"data": float(value["float"])}
    out.append(yaml.dump(value, allow_unicode=True, width=sys.maxsize, default_flow_style=flow, sort_keys=False))
json.dump(out, sys.stdout)
