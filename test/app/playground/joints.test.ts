import { describe, expect, it } from "vitest";
import { checkDraft, type Draft } from "../../../src/app/drafts/draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { freed, removed, renamed } from "../../../src/app/playground/maker/edit.js";
import { jointAdded } from "../../../src/app/playground/maker/joints.js";

const [{ draft: above }] = templates;
const ball = { kind: "ball", radius: 0.1 } as const;
const drawn: Draft = {
  ...above,
  bodies: [
    { name: "under", shape: { kind: "box", half: [0.3, 0.05, 0.1] }, at: [0, 0, 0], turn: Math.PI / 2 },
    { name: "over", shape: ball, at: [0, 0.25, 0] },
  ],
  world: [{ name: "post", shape: ball, at: [0, -0.25, 0] }],
};

describe("a joint that is put down", () => {
  it("holds the topmost body on the one under it, or on the world, where contact gives way", () => {
    const click = (at: readonly [number, number], aimed?: string) =>
      jointAdded(drawn, "hinge", { from: at, to: at, moved: false }, aimed);
    const both = click([0, 0.2]);
    expect(both?.draft.joints).toEqual([{ name: "hinge", kind: "hinge", body: "over", at: [0, 0.2, 0], to: "under" }]);
    expect(both?.draft.contact.kind).toBe("soft");
    expect(both?.draft.exclude).toBeUndefined();
    const onPost = click([0, -0.25]);
    expect(onPost?.draft).toMatchObject({ joints: [{ body: "under" }], exclude: [["under", "post"]] });
    expect(click([1, 1])).toBeUndefined();
    expect(click([1, 1], "over")?.draft.joints).toMatchObject([{ body: "over" }]);
    const rod = jointAdded(drawn, "rod", { from: [0, 0.34], to: [0, 0.1], moved: true }, undefined);
    expect(rod?.draft.joints).toMatchObject([{ body: "over", to: "under", end: [0, 0.1, 0] }]);
    for (const added of [both, onPost, rod]) expect(() => checkDraft(added?.draft)).not.toThrow();
  });

  it("goes with its name and with its body, and what was asked of it goes too", () => {
    const { draft } = jointAdded(drawn, "hinge", { from: [0, -0.25], to: [0, 0], moved: false }, undefined)!;
    const other = renamed(renamed(freed(draft, "hinge", "motor", true), "under", "lever"), "hinge", "pivot");
    expect(other).toMatchObject({
      joints: [{ name: "pivot", body: "lever" }],
      exclude: [["lever", "post"]],
      ask: { free: [{ of: "pivot", what: "motor" }] },
    });
    for (const gone of [
      removed(other, { role: "joint", name: "pivot" }),
      removed(other, { role: "body", name: "lever" }),
    ]) {
      expect([gone.joints, gone.exclude, gone.ask.free]).toEqual([undefined, undefined, []]);
      expect(() => checkDraft(gone)).not.toThrow();
    }
  });
});
