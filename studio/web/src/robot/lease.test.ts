import { test } from "node:test";
import assert from "node:assert/strict";
import { held } from "./lease.ts";
import type { Goal } from "./actions.ts";

test("only goals of this browser that end with it need the lease", () => {
  const g = (more: Partial<Goal>): Goal => ({ id: "1", action: "/nao1/walk_to", robot: "/nao1", status: "executing", mine: true, ...more });
  assert.deepEqual(held([g({})]), ["/nao1"]);
  assert.deepEqual(held([g({ mine: false }), g({ keep_going: true }), g({ status: "succeeded" }), g({ status: "lost" })]), []);
  assert.deepEqual(held([g({ robot: "/nao2" }), g({}), g({})]), ["/nao1", "/nao2"]);
});
