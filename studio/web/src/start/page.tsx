// The Start page: the live robot, a sentence about what it does, and four ways to go on.

import { lazy, Suspense } from "react";
import "./page.css";
import { go } from "../shell/route.ts";
import { useService } from "../shell/session.ts";
import { useWire } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";
import { CommandLine, Empty } from "../ui/empty.tsx";
import { feedOf } from "../machine/live.ts";
import { useMachines } from "../machine/running.ts";
import { useDocument } from "../machine/document.ts";
import { openFile, openRunning } from "../machine/open.ts";
import { doing, stateWords } from "./words.ts";
import { Guide, startGuide, useGuide } from "./guide.tsx";

const View = lazy(() => import("../robot/view.tsx"));

export default function StartPage() {
  const connection = useWire((s) => s.connection);
  const robot = useRobot();
  const machines = useMachines().filter((m) => m.machine && !m.idle);
  const model = useWire((s) => robot !== undefined && (robot + "/robot_description" in s.names.topics || robot + "/joint_states" in s.names.topics));
  const editor = useService("studio/open");
  const guide = useGuide((s) => s.on);
  const main = machines[0];
  const activities = main ? [...feedOf(main.ns).live.activities.values()].filter((a) => a.status === 0) : [];
  return (
    <div className="start">
      <section className="start-robot" aria-label="The robot">
        {robot !== undefined && model ? (
          <Suspense fallback={<p className="loading">Loading the robot …</p>}><View /></Suspense>
        ) : (
          <Empty title={connection !== "open" ? "Not connected to the studio" : robot === undefined ? "No robot yet" : "The robot has no model yet"}
            command={connection !== "open" ? "gonao studio" : "gonao launch sim.launch.yaml"}>
            {connection !== "open" ? "The page connects automatically when the studio runs." : robot === undefined ? "Start a simulated one with the line below: it appears here automatically." : "The node state_publisher publishes it; the launch files start it."}
          </Empty>
        )}
      </section>
      <section className="start-words">
        <h1>{doing(robot, machines, activities)}</h1>
        {main && activities.length > 0 && <p className="dim">state {stateWords(main)} of {main.machine}</p>}
        {guide ? <Guide /> : (
          <ul className="cards">
            <Continue running={main?.file} />
            <li>
              <h2>Watch what it decides</h2>
              <p>{main ? `${main.machine} runs: watch which states are active, and why.` : "When a machine runs on the robot, you can watch its states here."}</p>
              {main ? <button type="button" className="primary" onClick={() => void openRunning(main)}>Watch {main.machine}</button> : <CommandLine command="gonao launch sim.launch.yaml" />}
            </li>
            <li>
              <h2>Lesson 1: drive</h2>
              <p>The robot walks half a metre forward, turns round and walks back: three states, ten minutes.</p>
              <button type="button" disabled={!editor} onClick={() => void startGuide("drive")}>Drive</button>
            </li>
            <li>
              <h2>Change it</h2>
              <p>Take a copy of the dance, make it begin with the left arm, and run it on the robot.</p>
              <button type="button" disabled={!editor} onClick={() => void startGuide("change")}>Change a copy</button>
            </li>
            <li>
              <h2>Draw your own</h2>
              <p>Your first machine in ten minutes: the robot watches the red ball and greets it with its arm.</p>
              <button type="button" disabled={!editor} onClick={() => void startGuide("draw")}>Begin</button>
            </li>
          </ul>
        )}
        {!editor && connection === "open" && <p className="dim">You can only watch. To edit, open the studio with <code>gonao studio</code> on the robot's computer.</p>}
        <p><a href="#machine" onClick={(e) => (e.preventDefault(), go({ page: "machine" }))}>All machines</a></p>
      </section>
    </div>
  );
}

const lastOpened = "file.last";
useDocument.subscribe((s, before) => {
  if (s.snapshot && s.snapshot.path !== before.snapshot?.path) localStorage.setItem(lastOpened, s.snapshot.path);
});

// Continue leads to the file that was open last, and to files that are not saved.
function Continue({ running }: { running?: string }) {
  const files = useDocument((s) => s.files);
  const last = localStorage.getItem(lastOpened);
  const unsaved = files.filter((f) => f.unsaved && f.path !== last).slice(0, 4);
  const found = files.find((f) => f.path === last && f.path !== running && !f.refused);
  if (!found && unsaved.length === 0) return null;
  const open = (path: string) => (go({ page: "machine" }), void openFile(path));
  return (
    <li>
      <h2>Continue</h2>
      {found && <button type="button" onClick={() => open(found.path)}>{found.path}{found.unsaved ? ": not saved" : ""}</button>}
      {unsaved.map((f) => <button key={f.path} type="button" onClick={() => open(f.path)}>{f.path}: not saved</button>)}
    </li>
  );
}

export { openFile };
