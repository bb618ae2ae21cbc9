import { test } from "node:test";
import assert from "node:assert/strict";
import { kind, nodesWith, plain, read, wrap } from "./parameters.ts";

test("what a person types becomes a value of the parameter's type, or a sentence", () => {
  assert.equal(read(kind.double, "0.5"), 0.5);
  assert.equal(read(kind.integer, "12"), 12);
  assert.throws(() => read(kind.integer, "1.5"), /"1.5": expected a whole number/);
  assert.throws(() => read(kind.double, ""), /expected a number/);
  assert.deepEqual(read(kind.strings, '["a", "b"]'), ["a", "b"]);
  assert.throws(() => read(kind.strings, "[1]"), /expected a list of strings/);
  assert.throws(() => read(kind.bool, "yes"), /expected true or false/);
});

test("a value survives the way to the node and back", () => {
  for (const [type, v] of [[kind.bool, true], [kind.integer, 7], [kind.double, 0.25], [kind.string, "x"], [kind.strings, ["a"]], [kind.integers, [1, 2]]] as const) {
    assert.deepEqual(plain(wrap(type, v as never) as never), v);
  }
  assert.deepEqual(wrap(kind.integer, 7), { type: 2, integer_value: 7n });
});

test("nodes are found by their services", () => {
  assert.deepEqual(nodesWith({ "/nao1/vision/describe_parameters": "x", "/nao1/vision/set_parameters": "x", "/a/describe_parameters": "x" }), ["/a", "/nao1/vision"]);
});
