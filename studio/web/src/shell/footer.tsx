import { useEffect, useState } from "react";
import { usePast, useTopic, useWire } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";
import { useSession } from "./session.ts";
import { useSaved } from "../machine/saved.ts";

interface Presence {
  viewers?: unknown[];
  sessions?: unknown[];
}

export function Footer() {
  const connection = useWire((s) => s.connection);
  const since = useWire((s) => s.since);
  const problem = useWire((s) => s.problem);
  const session = useSession();
  const presence = useTopic<Presence>("studio/presence");
  const saved = useSaved((s) => s.text);
  const viewers = (presence?.sessions ?? presence?.viewers)?.length;
  return (
    <footer className="footer">
      <span className={connection === "open" ? "good" : "bad"}>
        <span aria-hidden="true">{connection === "open" ? "●" : "○"}</span>{" "}
        {connection === "open" ? "connected" : connection === "connecting" ? "connecting …" : `not connected since ${clock(since)}, trying again`}
      </span>
      {saved && <span>{saved}</span>}
      {session && <span>you {session.role === "viewer" ? "look on" : session.driver ? "drive" : "edit"}</span>}
      {viewers !== undefined && <span className="optional">{viewers === 1 ? "1 viewer" : `${viewers} viewers`}</span>}
      <Moment />
      <Cycle />
      <span className="grow" />
      {problem && <span className="footer-problem" title={problem}>{problem}</span>}
    </footer>
  );
}

// Moment shows which moment of the robot the page shows, and what is not known about it.
function Moment() {
  const { time, missing, picture, begin } = usePast();
  if (time === undefined) return null;
  const names = [...new Set(missing.map((t) => t.slice(t.lastIndexOf("/") + 1)))];
  const late = begin !== undefined && time < begin;
  return (
    <span className="bad" data-moment={time}>
      shows the past{picture !== undefined ? `, with a picture from ${(time - picture).toFixed(2)} s before` : ""}
      {late ? ": it is older than the data that this page has kept" : names.length ? `; not known at that time: ${names.slice(0, 4).join(", ")}${names.length > 4 ? " …" : ""}` : ""}
    </span>
  );
}

/** clock returns a time of day. */
export function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString([], { hour12: false });
}

interface CycleStats {
  missed: bigint;
  rate: number;
  latency_p99: number; // ms
}

function Cycle() {
  const robot = useRobot();
  const stats = useTopic<CycleStats>(robot === undefined ? undefined : robot + "/cycle_stats");
  const [gone, setGone] = useState(0);
  useEffect(() => {
    setGone(0);
    if (!stats) return;
    const at = Date.now();
    const t = setTimeout(() => setGone(at), 4000);
    return () => clearTimeout(t);
  }, [stats]);
  if (!stats) return null;
  if (gone) return <span className="bad">the robot has been silent since {clock(gone)}</span>;
  return <span className="optional" title={`${stats.missed} cycles missed`}>{cycleText(stats)}</span>;
}

/** cycleText returns the robot's cycle in words. */
export function cycleText(stats: CycleStats): string {
  const period = stats.rate > 0 ? `cycle ${(1000 / stats.rate).toFixed(1)} ms` : "cycle";
  return `${period} · 99 % < ${stats.latency_p99.toFixed(1)} ms`;
}
