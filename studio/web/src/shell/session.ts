// Who this browser is to the studio, and who else looks on.

import { useTopic, useWire } from "../wire/client.ts";

export interface Session {
  role: "viewer" | "editor" | "driver";
  driver?: boolean; // this browser drives
  name?: string;
  author?: string;
}

export function useSession(): Session | undefined {
  return useTopic<Session>("studio/session");
}

/** useService reports whether the studio offers a service to this browser: what is not offered is shown as not available. */
export function useService(name: string): boolean {
  return useWire((s) => name in s.names.services);
}
