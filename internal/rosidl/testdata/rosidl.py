"""Parses definitions with ROS 2's own parser, for comparison.

Takes a list of {kind, text} as JSON on stdin and prints a list of the same length:
null for a definition that is refused, else its messages, each a list of lines
"type name value".
"""
import contextlib
import io
import json
import struct
import sys

from rosidl_adapter import parser


def show(type_, value):
    if value is None:
        return ''
    if isinstance(value, list):
        return '[' + ', '.join(show(type_, v) for v in value) + ']'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, float):
        if type_.startswith('float32'):
            return '%.9g' % struct.unpack('f', struct.pack('f', value))[0]
        return '%.17g' % value
    if isinstance(value, str):
        return json.dumps(value)
    return str(value)


def lines(message):
    out = ['%s %s=%s' % (c.type, c.name, show(c.type, c.value)) for c in message.constants]
    return out + [('%s %s %s' % (f.type, f.name, show(str(f.type), f.default_value))).rstrip() for f in message.fields]


def parse(kind, text):
    if kind == 'msg':
        return [parser.parse_message_string('own_msgs', 'Name', text)]
    if kind == 'srv':
        s = parser.parse_service_string('own_msgs', 'Name', text)
        return [s.request, s.response]
    a = parser.parse_action_string('own_msgs', 'Name', text)
    return [a.goal, a.result, a.feedback]


results = []
for item in json.load(sys.stdin):
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            results.append([lines(m) for m in parse(item['kind'], item['text'])])
    except Exception:
        results.append(None)
json.dump(results, sys.stdout)
