import type { Draft } from "../draft.js";
import { robotUnit } from "../robots/robot-source.js";

/** A number of a draft as a parameter. */
export interface Declared {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly meaning: string;
  readonly range?: { readonly min?: number; readonly max?: number; readonly above?: number };
}

/** A turn about an axis of the world: a component of the vector of a rotation. */
export const isTurn = (what: string): boolean => /^r[xyz]$/.test(what);

/** The unit of what is free or held of a body or a part. */
export function unitOf(what: string): string {
  if (["turn", "direction", "elevation"].includes(what) || isTurn(what)) return "rad";
  if (what === "spin" || what.startsWith("w")) return "rad/s";
  return what.startsWith("v") || what === "speed" || what === "belt" ? "m/s" : "m";
}

/** The unit of what holds of a body, a joint of a robot or one of its links. */
export const unitOfHold = (draft: Pick<Draft, "robots">, body: string, what: string): string =>
  robotUnit(draft, body, what) ?? unitOf(what);

/** The unit of what is free of a body, a part, a joint or a robot. */
export function unitOfFree(draft: Draft, of: string, what: string): string {
  const { joints = [] } = draft;
  if (what !== "motor" || robotUnit(draft, of, what) !== undefined) return unitOfHold(draft, of, what);
  return joints.some(({ name, kind }) => name === of && kind === "slider") ? "N" : "N m";
}

/** The state that is held where a coordinate of a body is. */
export const stateOf = (what: string): string => (what === "turn" ? "theta" : what === "spin" ? "omega" : what);
