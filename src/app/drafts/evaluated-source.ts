import { add, atRest, compliant, cos, div, last, mul, neg, norm, parameter, rigid, sin, sub } from "../../index.js";
import { placeAtEnd } from "../../models/place-at-end.js";
import { turnAtEnd, turnError } from "../../models/turn-at-end.js";
import { urdfShapes } from "../../robots/collisions.js";
import { parseUrdf } from "../../robots/urdf.js";
import { Call, type Declarations, type FunctionName, isList, Ref, type Source, spread } from "./source.js";

/** Functions by their names. */
const functions: Readonly<Record<FunctionName, unknown>> = {
  add,
  atRest,
  compliant,
  cos,
  div,
  last,
  mul,
  neg,
  norm,
  parameter,
  parseUrdf,
  placeAtEnd,
  rigid,
  sin,
  sub,
  turnAtEnd,
  turnError,
  urdfShapes,
};

/** The value of the last constant. */
export function evaluated(declarations: Declarations): unknown {
  const known = new Map<string, unknown>();
  for (const [name, is] of declarations) known.set(name, resultOf(is, known));
  return known.get(declarations[declarations.length - 1][0]);
}

function resultOf(source: Source, known: ReadonlyMap<string, unknown>): unknown {
  if (typeof source === "number" || typeof source === "string") return source;
  if (source instanceof Ref) return known.get(source.name);
  if (source instanceof Call) {
    const act = functions[source.of] as (...args: readonly unknown[]) => unknown;
    return act(...source.args.map((one) => resultOf(one, known)));
  }
  if (isList(source)) return source.map((one) => resultOf(one, known));
  const record: Record<string, unknown> = {};
  for (const [key, is] of Object.entries(source)) {
    if (key === spread) Object.assign(record, resultOf(is, known));
    else record[key] = resultOf(is, known);
  }
  return record;
}
