// The role of this browser in the studio, and who else is connected.

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

/** useService reports whether the studio offers a service to this browser. Commands whose service is not offered are disabled. */
export function useService(name: string): boolean {
  return useWire((s) => name in s.names.services);
}
