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
    refuse(name, { names: [`${body}`, core.against], depth: -gap, room }, core.front !== undefined);
  }
}

/** Shapes that start deeper than this part of the way to their cores, beyond their declared deformation, would be thrown apart. */
const mostUntold = 0.05;
/** In continuous time no step brings a deformation to what it must be, and rigid surfaces have none: all but rounding is declared. */
const mostRounded = 1e-9;

/** "b" and "c" start 1.00 mm deep in each other; undefined where surfaces begin apart, or as deep as is declared. */
export function overlapTold(
  { views }: Model,
  value: (leaf: string) => number,
  isExact: boolean,
): { readonly at: string; readonly told: string } | undefined {
  const overlap = views?.overlaps?.(value);
  if (overlap === undefined) return undefined;
  const { at = overlap.names[0], names, depth, room } = overlap;
  if (!(depth > (isExact ? mostRounded : mostUntold) * room)) return undefined;
  return { at, told: `${both(names)} start ${millimetres(depth)} deep in each other` };
}

/**
 * Refuses shapes that begin in each other: no force explains it, and energy would come from nothing.
 * @throws {BadInput} naming both, with their depth.
 */
export function checkApart(...of: Parameters<typeof overlapTold>): void {
  const overlap = overlapTold(...of);
  if (overlap === undefined) return;
  throw new BadInput(
    overlap.at,
    `${overlap.at}: ${overlap.told}, which no force explains: ` +
      "move them apart, or let settled() find where fewer than eight rest.",
  );
}

const millimetres = (x: number): string => (x < 1 ? `${(1000 * x).toPrecision(3)} mm` : `${x.toPrecision(3)} m`);

const both = ([one, other]: Overlap["names"]): string =>
  `"${one}" and ${other === undefined ? "the world" : `"${other}"`}`;

function refuse(field: string, { names, depth, room }: Overlap, isOpen: boolean): never {
  const turned = isOpen ? " The triangles of an open mesh are anticlockwise seen from the side that is touched." : "";
  throw new BadInput(
    field,
    `${field}: ${both(names)} start ${millimetres(depth)} deep in each other or more, ` +
      `where ${millimetres(mostDeformed * room)} is the most that says which way is out.${turned}`,
  );
}
