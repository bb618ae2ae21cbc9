import { test } from "node:test";
import assert from "node:assert/strict";
import { offered, wordsOf } from "./expression.tsx";
import type { View } from "../types.gen.ts";

const machine = {
  inputs: [{ name: "ball_age", type: "float", unit: "s" }], variables: [{ name: "count", type: "int" }], outputs: [], parameters: [],
  functions: [{ name: "near", parameters: [{ name: "x", type: "float" }], type: "bool" }],
} as unknown as View;
const words = wordsOf(machine, [{ name: "ball_age", type: "float", group: "" }, { name: "ball_azimuth", type: "float", group: "" }]);
const texts = (text: string, cursor = text.length) => offered(words, text, cursor).list.map((w) => w.text);

test("the word at the cursor is completed by values, functions and what the robot has", () => {
  assert.deepEqual(texts("ba"), ["ball_age", "ball_azimuth"]);
  assert.deepEqual(texts("count > 3 and ne"), ["near("]);
  assert.deepEqual(texts("not c"), ["count", "clamp(", "ceil(", "cos("]);
  assert.equal(offered(words, "co > 3", 2).from, 0);
  assert.ok(offered(words, "ball_az", 7).list[0].input);
});

test("nothing is offered where there is no word, or inside of quotes", () => {
  assert.deepEqual(texts(""), []);
  assert.deepEqual(texts("3 > "), []);
  assert.deepEqual(texts("event == 'ba"), []);
  assert.deepEqual(texts("ball_age"), []);
});
