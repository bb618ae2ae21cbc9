// The pages, in the order of their keys, and the dialogs that all pages share.

import { lazy } from "react";
import type { ComponentType } from "react";
import { create } from "zustand";
import type { pageIds } from "./route.ts";
import StartPage from "../start/page.tsx";

export interface PageOf {
  id: (typeof pageIds)[number];
  title: string;
  page: ComponentType;
}

export const pages: PageOf[] = [
  { id: "start", title: "Start", page: StartPage },
  { id: "machine", title: "Machine", page: lazy(() => import("../machine/page.tsx")) },
  { id: "robot", title: "Robot", page: lazy(() => import("../robot/page.tsx")) },
  { id: "motions", title: "Motions", page: lazy(() => import("../motions/page.tsx")) },
  { id: "bags", title: "Bags", page: lazy(() => import("../bags/page.tsx")) },
  { id: "colours", title: "Colours", page: lazy(() => import("../colours/page.tsx")) },
  { id: "match", title: "Match", page: lazy(() => import("../match/page.tsx")) },
];

interface Dialogs {
  open?: "palette" | "keys";
}
export const useDialogs = create<Dialogs>(() => ({}));
