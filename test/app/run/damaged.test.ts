import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { problems } from "../../../problems/index.js";
import { placeOfSaved } from "../../../src/app/playground/sources.js";
import { definitionOf } from "../../../src/app/run/saved/definition.js";
import { fromJson, toJson } from "../../../src/app/run/saved/problem-json.js";
import { stepOfInstance } from "../../../src/models/quasistatic/instance.js";
import { bankshot, scratch } from "../cli/run.js";

const definition = JSON.parse(JSON.stringify(definitionOf(problems["rolling/disk"].problem)));
const replay = { version: "0.0.0", verb: "solve", set: {}, start: "auto", strategy: "auto", definition };

it.each([
  ["no source", { ...replay, source: null }, "is not a result that bankshot saved."],
  [
    "a model by the name of a method",
    {
      ...replay,
      definition: { ...definition, model: { ...definition.model, kind: "scene", model: "constructor", scene: {} } },
    },
    'there is no model "constructor".',
  ],
  ["a definition that is none", { ...replay, definition: null }, "definition must be a record, it is null."],
  [
    "a model that is none",
    { ...replay, definition: { ...definition, model: 3 } },
    "definition.model must be a record, it is 3.",
  ],
  ["a rest that is none", { ...replay, definition: { ...definition, rest: null } }, "cannot be read"],
  [
    "a law that is none",
    { ...replay, definition: { ...definition, model: { ...definition.model, law: [] } } },
    "definition.model.law must be a record, it is a list of 0.",
  ],
  [
    "a drawing of an old kind of shape",
    {
      ...replay,
      definition: {
        ...definition,
        model: { ...definition.model, drawing: [{ name: "a", shapes: [{ kind: "round", radius: 1 }] }] },
      },
    },
    'drawing[0].shapes[0].kind is "round", which is called "ball" since 0.2.',
  ],
  ["settings that are a list", { ...replay, set: [1] }, "is not a result that bankshot saved."],
  ["a source that is a text", { ...replay, source: "" }, "is not a result that bankshot saved."],
  [
    "a name of two lines",
    { ...replay, definition: { ...definition, rest: { ...definition.rest, name: "a\nb" } } },
    "name must be a name",
  ],
  [
    "lists in each other without end",
    { ...replay, definition: { ...definition, rest: { ...definition.rest, title: Array(1) } } },
    "title must be a text, it is a list of 1.",
  ],
])("a saved result with %s is refused by a sentence", async (_, damaged, sentence) => {
  const cwd = scratch();
  writeFileSync(join(cwd, "result.json"), JSON.stringify({ replay: damaged }));
  const { code, err } = await bankshot(["show", "result.json"], { cwd });
  expect(code).toBe(2);
  expect(err).toContain(sentence);
  expect(err).not.toMatch(/Cannot (read|use)|is not a function|undefined/);
});

it("a byte order mark before it is no fault", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "result.json"), `\uFEFF${JSON.stringify({ replay })}`);
  const { code, err } = await bankshot(["show", "result.json"], { cwd });
  expect([code, err]).toEqual([0, ""]);
  expect(fromJson(`\uFEFF${toJson(problems["rolling/disk"].problem)}`).name).toBe("rolling/disk");
});

it("a setting cannot vanish into the prototype", async () => {
  const { code, err } = await bankshot(["show", "rolling/disk", "--set", "__proto__=1"]);
  expect([code, err]).toEqual([2, 'There is no parameter "__proto__".\n']);
});

it("a dropped file with no verb, or too large to keep, is refused by a sentence", () => {
  const drop = (saved: object) => () => placeOfSaved("a.json", JSON.stringify({ replay: saved }));
  for (const verb of ["constructor", "", 3]) expect(drop({ ...replay, verb })).toThrow("is not a result");
  expect(drop({ ...replay, set: null })).toThrow("is not a result");
  vi.stubGlobal("sessionStorage", {
    setItem() {
      throw new DOMException("exceeded the quota", "QuotaExceededError");
    },
  });
  try {
    expect(drop(replay)).toThrow("a.json is larger than this page may keep");
  } finally {
    vi.unstubAllGlobals();
  }
});

it("an instance says which of its numbers is wrong", () => {
  const step = {
    nu: 1,
    na: 1,
    nc: 0,
    nd: 0,
    h: 0.1,
    Jn: [],
    Jf: [],
    ndi: [],
    phi: [],
    tau: [0],
    dqb: [0],
    K: [],
    mu: [],
  };
  expect(stepOfInstance(step).h).toBe(0.1);
  for (const name of ["nu", "na", "nc", "nd"])
    for (const wrong of [-1, 0.5, Number.NaN])
      expect(() => stepOfInstance({ ...step, [name]: wrong }), name).toThrow(`${name} must be a whole number from 0`);
  for (const h of [0, -1, Number.NaN])
    expect(() => stepOfInstance({ ...step, h })).toThrow("h must be a positive number");
});
