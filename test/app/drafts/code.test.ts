import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOfDraft } from "../../../src/app/drafts/code-of-draft.js";
import { draftOfCode } from "../../../src/app/drafts/draft-of-code.js";
import { normal } from "../../../src/app/drafts/normal.js";
import { problemOfDraft } from "../../../src/app/drafts/problem-of-draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { toJson } from "../../../src/index.js";
import { drafts } from "./random-draft.js";

const bankShot = templates.find(({ name }) => name === "Bank shot")!.draft;

describe("code of drafts", () => {
  it("leads back to the same draft, letter for letter, from 200 random scenes", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const before = normal(draft);
        expect(JSON.stringify(normal(before))).toBe(JSON.stringify(before));
        const after = draftOfCode(codeOfDraft(before));
        expect(JSON.stringify(after)).toBe(JSON.stringify(before));
      }),
      { numRuns: 200 },
    );
  });

  it("of a normal draft is the same problem", () => {
    for (const { draft } of templates.filter(({ draft: { bodies } }) => bodies.length > 0))
      expect(toJson(problemOfDraft(normal(draft)))).toEqual(toJson(problemOfDraft(draft)));
  });

  it("is read with other numbers, comments and order, and another body", () => {
    const code = codeOfDraft(normal(bankShot));
    const moved = code
      .replace('"target.ball.x": { value: 0.2', '// further\n    "target.ball.x": { value: 0.35')
      .replace("radius: 0.05", "radius: 0.06");
    const draft = draftOfCode(moved);
    expect(draft.ask.hold[0].value).toBe(0.35);
    expect(draft.bodies[0].shape).toEqual({ kind: "ball", radius: 0.06 });
    expect(JSON.stringify({ ...draft, bodies: [], ask: { ...draft.ask, hold: [] } })).toBe(
      JSON.stringify({ ...normal(bankShot), bodies: [], ask: { ...normal(bankShot).ask, hold: [] } }),
    );
  });

  it("that means more than a draft is said to, by line or by name", () => {
    const code = codeOfDraft(normal(bankShot));
    expect(() => draftOfCode(code.replace("radius: 0.05", "radius: 0.05 * 2"))).toThrow(/^Line \d+ is not of the form/);
    expect(() => draftOfCode(code.replace("radius: 0.05", "radius: fetch(1)"))).toThrow(
      /a function of a drawn problem/,
    );
    expect(() => draftOfCode(code.replace("last(", "atRest("))).toThrow(/is not as the page writes it/);
    expect(() => draftOfCode(code.replace("radius: 0.05", "radius: -1"))).toThrow(/radius/);
    expect(() => draftOfCode("")).toThrow(/a constant is expected/);
  });
});
