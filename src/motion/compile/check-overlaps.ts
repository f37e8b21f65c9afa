import { BadInput } from "../../checks/bad-input.js";
import { evaluate } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";

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
    const millimetres = (x: number): string => `${(1000 * x).toPrecision(3)} mm`;
    throw new BadInput(
      name,
      `${name}: "${body}" and ${core.against === undefined ? "the world" : `"${core.against}"`} start ` +
        `${millimetres(-gap)} deep in each other or more, where ${millimetres(mostDeformed * room)} is the most that says which way is out.`,
    );
  }
}
