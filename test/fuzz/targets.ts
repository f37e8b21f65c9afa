import type { AnyTarget } from "./target.js";

/** Every target by its name: read when it is asked for. */
const targets = {
  words: async () => (await import("./targets/words.js")).words,
  saved: async () => (await import("./targets/saved.js")).saved,
  urdf: async () => (await import("./targets/urdf.js")).urdf,
  problems: async () => (await import("./targets/problems.js")).problems,
  formulas: async () => (await import("./targets/formulas.js")).formulas,
  links: async () => (await import("./targets/links.js")).links,
  solvers: async () => (await import("./targets/solvers.js")).solvers,
} satisfies Readonly<Record<string, () => Promise<AnyTarget>>>;

export type TargetName = keyof typeof targets;

export const targetNames = Object.keys(targets) as TargetName[];

export const targetNamed = (name: TargetName): Promise<AnyTarget> => targets[name]();
