import { describe, expect, it } from "vitest";
import { checkDraft } from "../../../src/app/drafts/draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { added } from "../../../src/app/playground/maker/add.js";
import { find } from "../../../src/app/playground/maker/edit.js";
import { placed } from "../../../src/app/playground/maker/grips.js";

const [{ draft: empty }] = templates;

describe("tools of a drawing", () => {
  it.each(["ball", "box", "capsule", "wall", "ramp", "post"] as const)(
    "put down a %s by a click and by a drag",
    (tool) => {
      for (const moved of [false, true]) {
        const done = added(empty, tool, { from: [0.1, 0.2], to: [0.4, 0.6], moved }, undefined);
        expect(done?.selected.name).toBe(tool);
        expect(() => checkDraft(done?.draft)).not.toThrow();
      }
    },
  );

  it("draw a stick whose round ends are about both ends of the drag", () => {
    const done = added(empty, "capsule", { from: [0.1, 0.2], to: [0.4, 0.6], moved: true }, undefined)!;
    const stick = find(done.draft, "capsule")!;
    expect(stick.shape).toMatchObject({ kind: "capsule", half: 0.25 });
    expect(placed(stick, [-0.25, 0])).toEqual([0.1, 0.2].map((x) => expect.closeTo(x, 12)));
    expect(placed(stick, [0.25, 0])).toEqual([0.4, 0.6].map((x) => expect.closeTo(x, 12)));
  });
});
