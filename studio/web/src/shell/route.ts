// What the page shows, stored in the address, so that a reload and the browser's back button keep it. The address
// alone decides which file is open.

import { create } from "zustand";

export const pageIds = ["start", "machine", "robot", "motions", "bags", "colours", "match"] as const;

export interface Route {
  page: string;
  file?: string; // path of the document
  inside?: string; // state whose automaton is shown
}

// An address without a file, such as that of another page, does not change the open file.
function readHash(now?: Route): Route {
  const [page, query] = location.hash.slice(1).split("?");
  const q = new URLSearchParams(query);
  const file = q.get("file") ?? now?.file;
  return { page: pageIds.some((p) => p === page) ? page : "start", file, inside: q.get("in") ?? (q.has("file") || file !== now?.file ? undefined : now?.inside) };
}

function hashOf(route: Route): string {
  const q = new URLSearchParams();
  if (route.file) q.set("file", route.file);
  if (route.inside) q.set("in", route.inside);
  return "#" + route.page + (q.size ? "?" + q : "");
}

export const useRoute = create<Route>(() => (globalThis.location ? readHash() : { page: "start" })); // tests have no address

globalThis.addEventListener?.("hashchange", () => {
  const next = readHash(useRoute.getState());
  if (location.hash !== hashOf(next)) history.replaceState(null, "", hashOf(next));
  useRoute.setState(next, true);
});

/** go changes the page or what it shows. Another file is shown from its outermost automaton on. */
export function go(change: Partial<Route>): void {
  const now = useRoute.getState();
  const next = { ...now, ...change };
  if (change.file !== undefined && change.file !== now.file && !("inside" in change)) next.inside = undefined;
  if (hashOf(next) !== location.hash) history.pushState(null, "", hashOf(next));
  useRoute.setState(next, true);
}

/** replace does the same as go, but corrects the address instead of adding an entry to the browser's history. */
export function replace(change: Partial<Route>): void {
  const next = { ...useRoute.getState(), ...change };
  history.replaceState(null, "", hashOf(next));
  useRoute.setState(next, true);
}
