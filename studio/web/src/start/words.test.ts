import assert from "node:assert/strict";
import test from "node:test";
import { doing } from "./words.ts";

const runs = { machine: "demo", paths: ["followBall/red"], paused: false, status: 0, cause: "" };

test("what the robot does is said in words", () => {
  assert.equal(doing("/nao1", [runs], [{ name: "track", arguments: `{color: "red"}` }]), "nao1 follows the red ball");
  assert.equal(doing("/nao1", [runs], [{ name: "play", arguments: `{motion: "dance_left", times: 0}` }, { name: "look_ahead", arguments: "" }]), "nao1 plays the motion dance left and looks ahead");
  assert.equal(doing("/nao1", [runs], [{ name: "my_action", arguments: "" }]), "nao1 does my action");
  assert.equal(doing("/nao1", [runs]), "nao1 is in follow ball: red");
  assert.equal(doing("/nao1", [{ ...runs, paused: true }]), "nao1 is paused in follow ball: red");
  assert.equal(doing("/nao1", [{ ...runs, status: 2, cause: "no legs" }]), "demo on nao1 has failed: no legs");
  assert.equal(doing(undefined, []), "Program a robot, and watch it think");
});
