// The layouts of the Robot page, one for each task, and the list of its panels.

export const panels = {
  scene: "3-D",
  camera: "Camera top",
  bottom: "Camera bottom",
  joints: "Joints",
  plot: "Plot",
  plot2: "Plot 2",
  log: "Log",
  parameters: "Parameters",
  actions: "Actions",
  skills: "Skills",
  drive: "Drive",
  field: "Field",
  simulator: "Simulator",
} as const;

export type Panel = keyof typeof panels;

// Column is a stack of groups from top to bottom. A group is a list of tabs. Sizes are shares of the page.
export interface Column {
  width: number;
  groups: { height: number; tabs: Panel[] }[];
}

export interface Layout {
  id: string;
  title: string;
  columns: Column[];
}

export const layouts: Layout[] = [
  {
    id: "drive",
    title: "Drive",
    columns: [
      { width: 0.42, groups: [{ height: 0.62, tabs: ["scene"] }, { height: 0.38, tabs: ["drive", "simulator"] }] },
      { width: 0.58, groups: [{ height: 0.6, tabs: ["camera", "bottom"] }, { height: 0.4, tabs: ["field", "actions", "skills", "log"] }] },
    ],
  },
  {
    id: "vision",
    title: "Vision",
    columns: [
      { width: 0.5, groups: [{ height: 0.6, tabs: ["camera"] }, { height: 0.4, tabs: ["bottom", "plot"] }] },
      { width: 0.5, groups: [{ height: 0.5, tabs: ["scene", "field"] }, { height: 0.5, tabs: ["parameters", "log"] }] },
    ],
  },
  {
    id: "walk",
    title: "Walk",
    columns: [
      { width: 0.4, groups: [{ height: 0.55, tabs: ["scene"] }, { height: 0.45, tabs: ["drive", "simulator"] }] },
      { width: 0.6, groups: [{ height: 0.34, tabs: ["plot"] }, { height: 0.33, tabs: ["plot2"] }, { height: 0.33, tabs: ["actions", "parameters", "log"] }] },
    ],
  },
  {
    id: "joints",
    title: "Joints",
    columns: [
      { width: 0.5, groups: [{ height: 1, tabs: ["joints"] }] },
      { width: 0.5, groups: [{ height: 0.55, tabs: ["scene"] }, { height: 0.45, tabs: ["plot", "actions", "parameters"] }] },
    ],
  },
  {
    id: "soccer",
    title: "Soccer",
    columns: [
      { width: 0.6, groups: [{ height: 0.7, tabs: ["field"] }, { height: 0.3, tabs: ["log", "skills", "actions"] }] },
      { width: 0.4, groups: [{ height: 0.5, tabs: ["camera", "bottom"] }, { height: 0.5, tabs: ["scene", "simulator", "drive"] }] },
    ],
  },
];
