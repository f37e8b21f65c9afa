import { add, div, type Expr, mul, neg, sin, sub } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import {
  pointOf,
  type Region,
  type RegionOfPoint,
  regionFormula,
  regionIn,
  regionSides,
  turnedBy,
  turnIn,
  viewOf,
} from "./region.js";

/**
 * Formulas that are not above zero where a body is where it is to be, without kinks where the region has a smooth side for each: of a
 * box |x − c| ≤ half by coordinates, of a half-space n·x ≤ offset, of a ball (|x − c|² − r²)/2r ≤ 0, of a turn by less than b
 * (sin²(θ/2) − sin²(b/2))/sin(b/2) ≤ 0, of a pose those of both.
 */
export function regionRows(given: RegionOfPoint, model: Model, at: string): readonly Expr[] {
  const region = regionIn(given);
  if (region?.kind === "pose") {
    const { place, turn, arm = 1 } = region;
    if (given.inside === undefined) return [regionFormula(given, model, at)];
    const { body } = given;
    const turned = regionRows({ body, inside: { kind: "turn", ...turn } }, model, at);
    return [...regionRows({ ...given, inside: place }, model, at), ...turned.map((row) => mul(arm, row))];
  }
  const view = viewOf(given, model, at);
  const [side] = regionSides(given, model, at);
  const turn = turnIn(region);
  const x = pointOf(view, given.point ?? []);
  const isInside = given.inside !== undefined;
  if (region?.kind === "box" && isInside) return boxRows(region, x);
  const smooth = turn === undefined ? ballRow(region, x) : turnRow(turn, view, at);
  return [smooth === undefined ? side : isInside ? smooth : neg(smooth)];
}

function boxRows({ centre, half }: Extract<Region, { kind: "box" }>, x: readonly Expr[]): Expr[] {
  return half.flatMap((most, i) => {
    const away = sub(x[i], centre[i]);
    return [sub(away, most), sub(neg(away), most)];
  });
}

function ballRow(region: Region | undefined, x: readonly Expr[]): Expr | undefined {
  if (region?.kind !== "ball") return undefined;
  const { centre, radius } = region;
  const away = add(...centre.map((c, i) => mul(sub(x[i], c), sub(x[i], c))));
  return div(sub(away, mul(radius, radius)), mul(2, radius));
}

function turnRow(turn: NonNullable<ReturnType<typeof turnIn>>, view: ReturnType<typeof viewOf>, at: string): Expr {
  const { sine } = turnedBy(turn, view, at);
  const most = sin(mul(0.5, turn.by));
  return div(sub(mul(sine, sine), mul(most, most)), most);
}
