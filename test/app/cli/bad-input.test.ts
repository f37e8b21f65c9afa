import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { bankshot, scratch } from "./run.js";

/** One sentence on standard error that names the field, one object on standard output, exit code 2. */
async function refused(argv: readonly string[], field: string, cwd = process.cwd()): Promise<string> {
  const { code, out, err } = await bankshot([...argv, "--json"], { cwd });
  expect(code, err).toBe(2);
  const said = JSON.parse(out);
  expect(Object.keys(said)).toEqual(["status", "field", "message"]);
  expect(said).toMatchObject({ status: "bad-input", field });
  expect(err).toBe(`${said.message}\n`);
  expect(err).not.toMatch(/\n\s*at |Error:|node_modules/);
  expect(err.trim()).not.toContain("\n");
  expect(err).toMatch(/[.?]\n$/);
  return said.message;
}

const ball = problems["rolling/ball-place"].problem;
const names = [...Object.keys(ball.parameters), "grid.steps", "grid.h", "grid.end"];

describe.each(names)("--set %s", (name) => {
  it.each(["NaN", "Infinity", "-Infinity", "", "abc"])("refuses %j", async (text) => {
    expect(await refused(["solve", ball.name, "--set", `${name}=${text}`], name)).toContain(name);
  });
});

const positive = Object.entries(ball.parameters).filter(([, { above }]) => above === 0);
const notNegative = Object.entries(ball.parameters).filter(([, { min }]) => min === 0);

it.each([...positive.map(([name]) => name), "grid.steps", "grid.h", "grid.end"])(
  "%s must not be zero",
  async (name) => {
    expect(await refused(["simulate", ball.name, "--set", `${name}=0`], name)).toContain(name);
  },
);

it.each([...positive, ...notNegative].map(([name]) => name).concat("grid.steps", "grid.h", "grid.end"))(
  "%s must not be negative",
  async (name) => {
    expect(await refused(["simulate", ball.name, "--set", `${name}=-1`], name)).toContain(name);
  },
);

describe("the command line", () => {
  it.each([
    ["an unknown parameter", ["solve", ball.name, "--set", "masss=1"], "masss", "did you mean mass?"],
    [
      "more searches than ever end",
      ["design", "feeder/reorient", "--starts", "1000000000"],
      "--starts",
      "from 1 to 1000",
    ],
    ["a setting without =", ["solve", ball.name, "--set", "foo"], "--set", "name=value"],
    ["a setting without a name", ["solve", ball.name, "--set", "=1"], "--set", "name=value"],
    ["a missing setting", ["solve", ball.name, "--set"], "--set", "name=value"],
    ["a choice that is none", ["solve", ball.name, "--set", "frictionLaw=cone"], "frictionLaw", "projection"],
    [
      "three values of the grid that disagree",
      ["solve", ball.name, "--set", "grid.steps=10", "--set", "grid.h=0.1", "--set", "grid.end=3"],
      "grid.end",
      "disagree",
    ],
    ["half a step", ["solve", ball.name, "--set", "grid.steps=10.5"], "grid.steps", "whole number"],
    ["an end between steps", ["solve", ball.name, "--set", "grid.end=0.015"], "grid.end", "grid.h"],
    ["too many launch values", ["solve", ball.name, "--start", "launch=1,2,3"], "--start", "takes 2 numbers"],
    ["too few launch values", ["solve", ball.name, "--start", "launch=1"], "--start", "takes 2 numbers"],
    ["a launch value that is none", ["solve", ball.name, "--start", "launch=1,x"], "--start", "launch.vy"],
    ["a launch out of range", ["solve", ball.name, "--start", "launch=1,99"], "launch.vy", "from -20 to 20"],
    [
      "a launch of what frees nothing",
      ["solve", "rolling/ball-roll", "--start", "launch=1"],
      "--start",
      "frees no value",
    ],
    ["an unknown start", ["solve", ball.name, "--start", "lin"], "--start", "did you mean line?"],
    ["a guess for a simulation", ["simulate", ball.name, "--start", "line"], "--start", "simulate"],
    ["an unknown strategy", ["solve", ball.name, "--strategy", "gobal"], "--strategy", "auto, shoot, global"],
    ["an unknown problem", ["solve", "rolling/bal-place"], "problem", "did you mean rolling/ball-place?"],
    ["a name without its folder", ["solve", "ball-place"], "problem", "did you mean rolling/ball-place?"],
    ["a folder of problems", ["solve", "grasp/"], "problem", "choose one of grasp/gripper, "],
    ["a name that is like none", ["solve", "nope"], "problem", "`npx bankshot list` prints their names"],
    ["a name that every object has", ["solve", "constructor"], "problem", "no problem"],
    ["no problem", ["solve"], "problem", "`npx bankshot list` prints"],
    ["two problems", ["solve", ball.name, "rolling/disk"], "problem", "argument"],
    ["an unknown verb", ["sovle", ball.name], "verb", "solve"],
    ["a verb that is like none", ["frobnicate"], "verb", "the commands are list, show"],
    ["help of a verb that there is not", ["help", "frobnicate"], "verb", "the commands are list, show"],
    [
      "a start height that other values make impossible",
      ["solve", ball.name, "--set", "mass=1e9"],
      "start.z",
      "start.z = radius",
    ],
    ["an unknown option", ["solve", ball.name, "--sett", "a=1"], "--sett", "--set"],
    ["a setting for check", ["check", ball.name, "--set", "mass=1"], "--set", "check"],
    ["a file that is not there", ["solve", "mine.ts"], "problem", "mine.ts"],
  ])("refuses %s", async (_, argv, field, words) => {
    expect(await refused(argv, field)).toContain(words);
  });

  it("refuses columns where there is no object to add them to", async () => {
    const { code, out, err } = await bankshot(["simulate", ball.name, "--trajectory"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^--trajectory .*--json.*\.\n$/);
  });
});

describe("files", () => {
  const cwd = scratch();
  const file = (name: string, text: string): string => {
    writeFileSync(join(cwd, name), text);
    return name;
  };
  it.each([
    ["nonsense.json", "{ nonsense", "nonsense.json"],
    ["null.json", "null", "not a result"],
    ["list.json", "[1, 2]", "not a result"],
    ["other.json", '{ "name": "x" }', "not a result"],
    ["empty.json", "", "JSON"],
    ["without.json", '{ "replay": { "verb": "solve", "set": {}, "start": "auto", "strategy": "auto" } }', "neither"],
    [
      "unknown.json",
      '{ "replay": { "verb": "solve", "set": { "mass": null }, "start": "auto", "strategy": "auto" } }',
      "not a result",
    ],
    ["syntax.ts", "export const a = 1;\nexport const problem = { n: = 3 };\n", "syntax.ts:2"],
    [
      "throws.ts",
      'import { add } from "bankshot";\n\nexport const problem = nothing + add(1, 2);\n',
      "throws.ts:3: nothing is not defined",
    ],
    [
      "missing.ts",
      'import { nothing } from "bankshot";\nexport const problem = nothing(1);\n',
      "missing.ts:2: nothing is not exported",
    ],
    ["import.ts", 'import { x } from "./not-there.js";\nexport const problem = x;\n', "not-there.js"],
    ["nothing.ts", "export const other = 1;\n", "must export a problem"],
    ["number.ts", "export default 3;\n", "must export a problem"],
  ])("refuses %s", async (name, text, words) => {
    expect(await refused(["solve", file(name, text)], "problem", cwd)).toContain(words);
  });

  it("names the field of a definition that is not whole", async () => {
    const run = '"verb": "solve", "set": {}, "start": "auto", "strategy": "auto"';
    const broken = file("broken.json", `{ "replay": { ${run}, "definition": { "model": { "kind": "scene" } } } }`);
    expect(await refused(["solve", broken], "definition.model.model", cwd)).toContain("must be a name, it is missing");
  });

  const sliding = (without: string, instead = ""): string =>
    `import { atRest, compliant, parameter } from "bankshot";
const model = compliant({
  gravity: [0, -9.81, 0],
  bodies: [{ name: "disk", space: "planar", mass: 1, inertia: 1 }],
  contacts: [{ name: "floor", body: "disk", shape: { kind: "ball", radius: 1 },
    against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
    friction: 0.3, stiffness: 1e4, damping: 20, coneSmoothing: 1e-4 }],
});
export const problem = { name: "slide", title: "A disk", model, grid: { steps: 2, h: 0.01 },
  parameters: { "launch.vx": { value: 1, unit: "m/s", meaning: "launch velocity" } },
  start: { ...atRest(model), "disk.y": 1, "disk.vx": parameter("launch.vx") },
  values: { launch: { unit: "m/s", meaning: "launch velocity", of: parameter("launch.vx") } },
};`.replace(without, instead);

  it.each([
    ["damping: 20, ", "", "problem", "floor.damping must be a finite number or a formula, it is missing."],
    ["mass: 1", 'mass: "1"', "problem", 'disk.mass must be a finite number or a formula, it is "1".'],
    [
      ", tangent: [1, 0, 0]",
      "",
      "problem",
      "floor.against.tangent must be 3 finite numbers or formulas, it is missing.",
    ],
    ['shape: { kind: "ball", radius: 1 },', "", "problem", "floor.shape must be a record, it is missing."],
    ["gravity: [0, -9.81, 0],", "", "problem", "gravity must be 3 finite numbers or formulas, it is missing."],
    ['vx": parameter("launch.vx")', 'vx": parameter("launch.v")', "start", "disk.vx: There is no parameter"],
    ['of: parameter("launch.vx")', 'of: parameter("launch.v")', "values", "did you mean launch.vx?"],
  ])("names the field where a file has %j as %j", async (without, instead, field, words) => {
    const name = file("slide.ts", sliding(without, instead));
    expect(await refused(["simulate", name], field, cwd)).toContain(words);
  });

  it("refuses a problem without a grid by the field's name", async () => {
    const text = 'export const problem = { name: "a", title: "", model: {}, parameters: {}, start: {}, values: {} };\n';
    expect(await refused(["solve", file("grid.ts", text)], "grid", cwd)).toContain("grid.ts");
  });

  it("refuses a directory that is a file", async () => {
    file("taken", "");
    await refused(["solve", ball.name, "--out", "taken"], "--out", cwd);
    mkdirSync(join(cwd, "full", "result.json"), { recursive: true });
    const { code, err } = await bankshot(["solve", "rolling/disk", "--out", "full"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("result.json cannot be written");
  });
});
