// Describes in words what the robot does.

interface Running { machine: string; paths: string[]; paused: boolean; status: number; cause: string }

const status = ["", " has ended", " has failed", " is waiting for the robot"];

// What an action does, in words. Their arguments are in place of %.
const says: Record<string, [words: string, argument?: string, otherwise?: string]> = {
  track: ["follows the % ball", "color", "coloured"],
  search: ["looks for the % ball", "color", "coloured"],
  look_at: ["looks at a point"],
  look_ahead: ["looks ahead"],
  look_for_place: ["looks where it sees its place best"],
  look_around: ["looks around"],
  look_at_ball: ["looks at the ball"],
  scan: ["looks for the ball"],
  play: ["plays the motion %", "motion", ""],
  servo: ["moves %", "joint", "a joint"],
  move_joints: ["moves its joints"],
  walk: ["walks"],
  walk_to: ["walks to a place"],
  go_to: ["walks to a place on the field"],
  go_to_ball: ["walks to the ball"],
  intercept_ball: ["walks into the way of the ball"],
  kick: ["kicks the ball"],
  save: ["saves a goal"],
  get_up: ["gets up"],
  set_posture: ["takes the posture %", "posture", "stand"],
  say: ["says “%”", "text", "…"],
};

interface Activity { name: string; arguments: string }

function activity({ name, arguments: given }: Activity): string {
  const [words, argument, otherwise] = says[name] ?? [`does ${plain(name)}`];
  if (!argument) return words;
  const value = new RegExp(`\\b${argument}: *("[^"]*"|[^,}]*)`).exec(given)?.[1]?.replaceAll('"', "").trim();
  return words.replace("%", plain(value || otherwise!)).trim();
}

/** doing returns a sentence about what the robot does now. activities are the running ones. */
export function doing(robot: string | undefined, machines: Running[], activities: Activity[] = []): string {
  if (robot === undefined) return "Program a robot, and watch it think";
  const name = robot.replace(/^\//, "") || "The robot";
  const m = machines[0];
  if (!m) return `${name} is ready. No machine runs on it.`;
  if (m.status !== 0) return `${m.machine} on ${name}${status[m.status] ?? ""}${m.status === 2 && m.cause ? ": " + m.cause : ""}`;
  if (m.paused) return `${name} is paused in ${stateWords(m)}`;
  return `${name} ${activities.length ? [...new Set(activities.map(activity))].join(" and ") : "is in " + stateWords(m)}`;
}

/** stateWords returns the active state of a machine in words: "follow ball: red". */
export function stateWords(m: Running): string {
  const words = (m.paths[0] ?? "").split("/").map(plain);
  const what = words.length > 1 ? `${words[0]}: ${words.slice(1).join(", ")}` : words[0];
  return what || m.machine;
}

/** plain splits a name into words: "followBall" is "follow ball". */
export function plain(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ").toLowerCase();
}
