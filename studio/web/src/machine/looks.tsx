// The camera picture and the robot in 3-D, above the inspector. A click changes which of them is large. Both are
// loaded only when they have something to show.

import { lazy, Suspense, useState } from "react";
import { useWire } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";

const View = lazy(() => import("../robot/view.tsx"));
const Camera = lazy(() => import("../robot/panels/camera.tsx").then((m) => ({ default: m.Camera })));

type Show = "camera" | "robot" | "none";

export function Looks() {
  const robot = useRobot();
  const camera = useWire((s) => robot !== undefined && Object.keys(s.names.topics).some((t) => t.startsWith(robot + "/camera/")));
  const model = useWire((s) => robot !== undefined && robot + "/robot_description" in s.names.topics);
  const [show, setShow] = useState<Show>(() => (localStorage.getItem("looks") as Show | null) ?? "robot");
  if (!camera && !model) return null;
  const choose = (s: Show) => (localStorage.setItem("looks", s), setShow(s));
  return (
    <section className="looks" aria-label="Camera picture and robot in 3-D">
      <div className="row">
        <button type="button" aria-pressed={show === "robot"} disabled={!model} onClick={() => choose("robot")}>3-D</button>
        <button type="button" aria-pressed={show === "camera"} disabled={!camera} onClick={() => choose("camera")}>Camera</button>
        <button type="button" aria-pressed={show === "none"} onClick={() => choose("none")}>Nothing</button>
      </div>
      {show !== "none" && (
        <div className="look">
          <Suspense fallback={<p className="loading">Loading …</p>}>
            {show === "camera" && camera ? <Camera bare /> : show === "robot" && model ? <View inset /> : null}
          </Suspense>
        </div>
      )}
    </section>
  );
}
