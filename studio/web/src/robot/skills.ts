// Skill is one entry of gonao_msgs/SkillArray.
export interface Skill {
  name: string;
  description: string;
  level: string;
  parameters: string[]; // "x: float = 0.0"
  offered: boolean;
  reason: string;
}

/** example returns a call of a skill with its required parameters, for the person to fill in. */
export function example(s: Skill): string {
  const needed = s.parameters.filter((p) => !p.includes("=")).map((p) => p.split(":")[0]!.trim() + "=");
  return needed.length ? `${s.name}{${needed.join(", ")}}` : `${s.name}()`;
}
