import { transform } from "sucrase";
import {
  abs,
  add,
  atan2,
  atRest,
  atTime,
  complementary,
  compliant,
  constant,
  cos,
  distributed,
  div,
  end,
  equation,
  exp,
  f,
  first,
  frame,
  input,
  inside,
  last,
  log,
  max,
  min,
  mul,
  neg,
  next,
  norm,
  now,
  parameter,
  piecewise,
  pow,
  rigid,
  select,
  sin,
  sliding,
  sqrt,
  step,
  sub,
  table,
  tan,
  toJson,
  value,
} from "../../../../index.js";
import { turnAtEnd, turnError } from "../../../../models/turn-at-end.js";
import type { Problem } from "../../../../motion/problem/problem.js";
import { parseUrdf, placeAtEnd, urdfShapes } from "../../../../robots.js";

/** The program of the worker in which code runs that people type: it knows what declares a problem, and nothing else. */

const declares: Readonly<Record<string, unknown>> = {
  abs,
  add,
  atan2,
  atRest,
  atTime,
  complementary,
  compliant,
  constant,
  cos,
  distributed,
  div,
  end,
  equation,
  exp,
  f,
  first,
  frame,
  input,
  inside,
  last,
  log,
  max,
  min,
  mul,
  neg,
  next,
  norm,
  now,
  parameter,
  piecewise,
  pow,
  rigid,
  select,
  sin,
  sliding,
  sqrt,
  step,
  sub,
  table,
  tan,
  toJson,
  value,
};

/** A name of a door that is none of these is told when it is used. */
const door = (all: Readonly<Record<string, unknown>>): unknown =>
  new Proxy(all, {
    get(names, name) {
      if (typeof name !== "string" || Object.hasOwn(names, name)) return names[String(name)];
      if (name === "__esModule") return true;
      throw new Error(`"${name}" is not here: the code declares a problem, and the page solves it`);
    },
  });

const doors: Readonly<Record<string, unknown>> = {
  bankshot: door(declares),
  "bankshot/geometry": door({ turnAtEnd, turnError }),
  "bankshot/robots": door({ parseUrdf, placeAtEnd, urdfShapes }),
};

function required(name: string): unknown {
  if (Object.hasOwn(doors, name)) return doors[name];
  throw new Error(`"${name}" cannot be imported here, "bankshot" can`);
}

/** The problem that a file exports, as JSON. */
function problemIn(code: string): string {
  const { code: script } = transform(code, { transforms: ["typescript", "imports"] });
  const module: { exports: { problem?: unknown; default?: unknown } } = { exports: {} };
  // its own origin, its own policy and no network: nothing of the page can be reached from here
  new Function("require", "module", "exports", script)(required, module, module.exports);
  const { problem, default: other } = module.exports;
  if (typeof (problem ?? other) !== "object") throw new Error("the code exports no problem: export const problem = …");
  return toJson((problem ?? other) as Problem);
}

self.addEventListener("message", ({ data }: MessageEvent<string>) => {
  try {
    self.postMessage({ problem: problemIn(String(data)) });
  } catch (error) {
    self.postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
});
