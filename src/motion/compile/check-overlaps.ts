import { BadInput } from "../../checks/bad-input.js";
import { evaluate } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import type { Overlap } from "../../mechanics/views.js";

/** Shapes may begin as deep in each other as their certificate lets them be: this part of the way to their cores. */
const mostDeformed = 0.9;

/**
 * Refuses shapes that begin so deep in each other that nothing says which way is out.
 * @throws {BadInput} naming both, with their depth.
 */
export function checkOverlaps({ views }: Model, value: (leaf: string) => number): void {
  for (const { name, body, core } of views?.contacts ?? []) {
    if (core === undefined || core.height !== undefined) continue;
    const [gap, room] = [
      typeof core.gap === "function" ? core.gap(value) : evaluate(core.gap, value),
      evaluate(core.room, value),
    ];
    if (!(-gap > mostDeformed * room)) continue;
    refuse(name, { names: [`${body}`, core.against], depth: -gap, room });
  }
  const overlap = views?.overlaps?.(value);
  if (overlap !== undefined && overlap.depth > mostDeformed * overlap.room) refuse(overlap.names[0], overlap);
}

const millimetres = (x: number): string => `${(1000 * x).toPrecision(3)} mm`;

function refuse(field: string, { names: [one, other], depth, room }: Overlap): never {
  throw new BadInput(
    field,
    `${field}: "${one}" and ${other === undefined ? "the world" : `"${other}"`} start ` +
      `${millimetres(depth)} deep in each other or more, where ${millimetres(mostDeformed * room)} is the most that says which way is out.`,
  );
}
