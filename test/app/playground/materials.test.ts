import { describe, expect, it } from "vitest";
import { codeOfDraft } from "../../../src/app/drafts/code-of-draft.js";
import { checkDraft, type Draft } from "../../../src/app/drafts/draft.js";
import { draftOfCode } from "../../../src/app/drafts/draft-of-code.js";
import { normal } from "../../../src/app/drafts/normal.js";
import { problemOfDraft } from "../../../src/app/drafts/problem-of-draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { madeOf, ownNumbers, pairsOf } from "../../../src/app/playground/maker/materials.js";
import { simulate } from "../../../src/index.js";

const table: Draft = {
  ...templates[1].draft,
  ask: { free: [], hold: [], end: 1, steps: 250 },
  // they are far from each other
  exclude: [["slow", "fast"]],
  bodies: ["slow", "fast"].map((name, i) => ({
    name,
    shape: { kind: "box", half: [0.05, 0.05, 0.1] },
    at: [2 * i, 0.05, 0],
    velocity: [1, 0, 0],
  })),
};

const far = async (draft: Draft): Promise<number[]> => {
  checkDraft(draft);
  expect(draftOfCode(codeOfDraft(draft))).toEqual(normal(draft));
  const { columns } = (await simulate(problemOfDraft(draft))).trajectory;
  return ["slow", "fast"].map((name, i) => columns[`${name}.x`].at(-1)! - 2 * i);
};

describe("materials of a drawing", () => {
  it("give pairs friction of their own, that bodies feel, and go with the last thing of them", async () => {
    const named = ["slow", "fast", "ground"].reduce(
      (draft, name, i) => madeOf(draft, name, ["rubber", "ice", "stone"][i]),
      table,
    );
    expect(pairsOf(named)).toEqual([
      ["rubber", "rubber"],
      ["rubber", "ice"],
      ["rubber", "stone"],
      ["ice", "ice"],
      ["ice", "stone"],
    ]);
    const [a, b] = await far(named);
    expect(a).toBeCloseTo(b, 9);
    const own = ownNumbers(named, ["ice", "stone"], true);
    const icy: Draft = {
      ...own,
      contact: {
        kind: "soft",
        materials: own.contact.materials.map((one) => ({
          stiffness: 5000,
          damping: 20,
          ...one,
          friction: one.between ? 0.01 : 0.3,
        })),
      },
    };
    const [slow, fast] = await far(icy);
    // v²/(2 μ g), and nearly v t on ice
    expect(slow).toBeCloseTo(1 / (2 * 0.3 * 9.81), 2);
    expect(fast).toBeGreaterThan(0.9);
    expect(ownNumbers(icy, ["stone", "ice"], false).contact.materials).toHaveLength(1);
    expect(madeOf(icy, "ground", undefined).contact.materials).toHaveLength(1);
    expect(madeOf(icy, "slow", "ice").contact.materials).toHaveLength(2);
  });
});
