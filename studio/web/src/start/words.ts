// Describes in words what the robot does.

interface Running { machine: string; paths: string[]; paused: boolean; status: number; cause: string }

const status = ["", " has ended", " has failed", " is waiting for the robot"];

/** doing returns a sentence about what the robot does now. activities are the running ones. */
export function doing(robot: string | undefined, machines: Running[], activities: { name: string; arguments: string }[] = []): string {
  if (robot === undefined) return "Program a robot, and watch it think";
  const name = robot.replace(/^\//, "") || "The robot";
  const m = machines[0];
  if (!m) return `${name} is ready. No machine runs on it.`;
  if (m.status !== 0) return `${m.machine} on ${name}${status[m.status] ?? ""}${m.status === 2 && m.cause ? ": " + m.cause : ""}`;
  const path = m.paths[0] ?? "";
  const words = path.split("/").map(plain);
  const what = words.length > 1 ? `${words[0]}: ${words.slice(1).join(", ")}` : words[0];
  if (m.paused) return `${name} is paused in ${what}`;
  const does = activities.map((a) => `${plain(a.name)} ${a.arguments.replace(/[{}"]/g, "").replace(/:\s*/g, " ").trim()}`.trim()).join(" and ");
  return `${name} is in ${what || m.machine}` + (does && does !== what ? `, doing ${does}` : "");
}

/** plain splits a name into words: "followBall" is "follow ball". */
export function plain(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ").toLowerCase();
}
