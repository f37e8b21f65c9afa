import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { placeOfSaved } from "../../../src/app/playground/sources.js";
import { decode, encode } from "../../../src/app/run/saved/formulas.js";
import { constant, fromJson, mul, type Problem, parameter, toJson } from "../../../src/index.js";
import type { Model } from "../../../src/mechanics/model.js";
import { modelScene } from "../../../src/models/scenes.js";
import { bankshot, scratch } from "../cli/run.js";

const { problem: disk } = problems["rolling/disk"];
const { problem: place } = problems["rolling/ball-place"];

describe("values in JSON", () => {
  const word = fc.oneof(
    fc.constantFrom("formula", "number", "float64", "int32", "record", "a", "__proto__"),
    fc.string(),
  );
  const leaf = fc.oneof(
    fc.double({ noNaN: true }),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(mul(2, parameter("mass"))),
    fc.constant(constant(-0)),
    fc.float64Array({ maxLength: 3 }),
    fc.int32Array({ maxLength: 3 }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("value"), { maxLength: 3 }), tie("record")),
    record: fc.array(fc.tuple(word, tie("value")), { maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
  }));

  it("come back bit by bit, whatever records are called", () => {
    fc.assert(
      fc.property(value, (given) => {
        const again = decode(JSON.parse(JSON.stringify(encode(given))));
        expect(again).toStrictEqual(given);
      }),
    );
  });
});

describe("a problem as JSON", () => {
  it("is solved by the command line to the bits of the one it came from", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "place.json"), toJson(place));
    const answers = await Promise.all(
      ["place.json", "rolling/ball-place"].map(async (name) => {
        const { code, out, err } = await bankshot(["solve", name, "--set", "grid.steps=60", "--json"], { cwd });
        expect(code, err).toBe(0);
        const { values, residual, shots } = JSON.parse(out);
        return { values, residual, shots };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect((await bankshot(["show", "place.json"], { cwd })).out).toContain("rolling/ball-place");
  });

  it("keeps the scene, so that it can be changed by hand", () => {
    const text = toJson(disk).replace('"name": "disk"', '"name": "disk",\n     "shapes": []');
    const { model } = fromJson(text);
    const scene = typeof model === "function" ? undefined : modelScene(model);
    expect(scene).toMatchObject({ kind: "contacts", scene: { bodies: [{ name: "disk", shapes: [] }] } });
  });

  it("has a form for every choice, also of parameters that only some forms ask for", () => {
    const { model } = disk;
    const asked: string[] = [];
    const own: Problem = {
      ...disk,
      parameters: {
        ...disk.parameters,
        law: { value: "one", unit: "", meaning: "which", choices: ["one", "two"] },
        side: { value: "left", unit: "", meaning: "which", choices: ["left", "right"] },
      },
      model: (choice) => {
        const name = choice("law") === "two" ? `two ${choice("side")}` : "one";
        asked.push(name);
        return { ...(typeof model === "function" ? model(choice) : model), name };
      },
    };
    const again = fromJson(toJson(own)).model;
    const made = typeof again === "function" ? again((name) => (name === "law" ? "two" : "right")) : again;
    expect(made.name).toBe("two right");
    expect(asked).not.toContain("two undefined");
  });

  it("keeps how deep its shapes may sink, where nobody else knows its law", () => {
    const { model } = disk;
    if (typeof model === "function") throw new Error("the disk has one model");
    const again = fromJson(toJson({ ...disk, model: { ...model, name: "own" } })).model;
    const coreOf = ({ views }: Model) => views?.contacts?.[0].core;
    const made = typeof again === "function" ? undefined : coreOf(again);
    expect(made?.room).toBe(coreOf(model)?.room);
    expect(made?.gap).toBe(coreOf(model)?.gap);
    expect(made).toMatchObject({ column: "plane.gap" });
  });

  it("is opened by the page", () => {
    const kept = new Map<string, string>();
    globalThis.sessionStorage = { setItem: (name: string, text: string) => kept.set(name, text) } as never;
    try {
      expect(placeOfSaved("disk.json", toJson(disk))).toEqual({ problem: "dropped:disk.json", set: {} });
      expect(JSON.parse(kept.get("dropped:disk.json") ?? "").definition).toHaveProperty("model.kind");
    } finally {
      Reflect.deleteProperty(globalThis, "sessionStorage");
    }
  });

  const changed = (change: (given: Record<string, unknown>) => unknown): string =>
    JSON.stringify(change(JSON.parse(toJson(disk))));

  it.each([
    ["no JSON", "{", "cannot be read as JSON"],
    ["a list", "[]", "A problem must be a record, it is a list of 0."],
    ["no version", changed(({ bankshot: _, ...given }) => given), "bankshot must be 1"],
    ["a newer version", changed((given) => ({ ...given, bankshot: 2 })), "bankshot must be 1"],
    ["a field too many", changed((given) => ({ ...given, code: "1" })), 'There is no field "code"'],
    ["no model", changed(({ model: _, ...given }) => given), "definition.model must be a record, it is missing"],
    ["no problem", changed(({ problem: _, ...given }) => given), "problem"],
    ["a formula that is none", toJson(disk).replace('"neg"', '"eval"'), "does not begin with an operation"],
    [
      "a scene with a body too few",
      changed((given) => JSON.parse(JSON.stringify(given).replace('"name":"disk"', '"name":"disc"'))),
      'scene has no body "disk"',
    ],
    [
      "a law that is none",
      changed((given) => JSON.parse(JSON.stringify(given).replace('"is":"projection"', '"is":"magic"'))),
      'There is no law of rigid "magic" among projection, pyramid',
    ],
  ])("with %s is refused in one sentence", (_, text, sentence) => {
    expect(() => fromJson(text)).toThrow(sentence);
    try {
      fromJson(text);
    } catch (error) {
      expect(error).toMatchObject({ name: "BadInput" });
      expect(String((error as Error).message).split("\n")).toHaveLength(1);
    }
  });

  it("that JSON cannot hold is refused by the name of what it cannot", () => {
    const { model } = disk;
    if (typeof model === "function") throw new Error("the disk has one model");
    const stop = { name: "stop", columns: {}, core: { gap: () => 1 } };
    const own = { ...model, name: "own", views: { contacts: [stop] } };
    expect(() => toJson({ ...disk, model: own as never })).toThrow(
      "model.views.contacts[0].core.gap is a function, which JSON cannot hold",
    );
    expect(() => toJson({ ...disk, title: 3n as never })).toThrow("title is 3, which JSON cannot hold");
    const many = Object.fromEntries(
      "abcdef".split("").map((name) => [name, { value: "0", unit: "", meaning: "", choices: ["0", "1"] }]),
    );
    const chosen: Problem["model"] = (choice) => ({ ...model, name: "abcdef".split("").map(choice).join("") });
    expect(() => toJson({ ...disk, parameters: { ...disk.parameters, ...many }, model: chosen })).toThrow("64 forms");
    expect(() => toJson({ ...disk, model: (choice) => ({ ...model, name: choice("mass") }) })).toThrow(
      "asks for mass, which is no parameter with choices",
    );
  });
});
