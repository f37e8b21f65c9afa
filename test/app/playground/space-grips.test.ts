import { describe, expect, it } from "vitest";
import { fromRotationVector, rotate } from "../../../src/algebra/rotation.js";
import { checkDraft, type Draft } from "../../../src/app/drafts/draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { find } from "../../../src/app/playground/maker/edit.js";
import { putIntoSpace } from "../../../src/app/playground/maker/space.js";
import { handlesOf, movedInSpace } from "../../../src/app/playground/maker/space-grips.js";
import { stepOnWay } from "../../../src/app/viewer/handles/ways.js";

const inSpace = templates.find(({ draft }) => draft.space === "spatial")!.draft;
const names = ["ball", "box", "capsule", "cylinder", "wall", "ramp"] as const;
const scene = names.reduce((draft, thing) => putIntoSpace(draft, thing).draft, {
  ...inSpace,
  bodies: [],
  ask: { ...inSpace.ask, free: [], hold: [] },
} as Draft);

describe("grips in space", () => {
  it.each(names)("put %s elsewhere, and leave it where a hand only takes hold", (name) => {
    for (const { name: grip, at } of handlesOf(scene, name)) {
      const held = movedInSpace(scene, grip, at, false);
      const [before, after] = [find(scene, name)!, find(held, name)!];
      for (const [i, x] of after.at.entries()) expect(x).toBeCloseTo(before.at[i], 4);
      expect(JSON.stringify(after.shape)).toBe(JSON.stringify(before.shape));
      checkDraft(held);
    }
    const moved = find(movedInSpace(scene, `move ${name}`, [1, 2, 3], true), name)!;
    expect(moved.at).toEqual([1, 2, find(scene, name)!.at[2]]);
  });

  it("lift, size and turn by as much as the hand goes", () => {
    const of = (grip: string, by: number, snap: boolean) => {
      const handle = handlesOf(scene, "box").find(({ name }) => name === `${grip} box`)!;
      return find(movedInSpace(scene, handle.name, stepOnWay(handle.way!, handle.at, by), snap), "box")!;
    };
    const box = find(scene, "box")!;
    expect(of("lift", 0.123, false).at[2]).toBeCloseTo(box.at[2] + 0.123, 4);
    expect(of("lift", 0.123, true).at[2]).toBeCloseTo(box.at[2] + 0.12, 9);
    expect(of("size1", 0.02, true).shape).toMatchObject({ half: [0.1, 0.08, 0.04] });
    // a quarter of a turn about z takes its x axis to y
    const radius = Math.hypot(...[0, 1, 2].map((i) => handlesOf(scene, "box")[3].at[i] - box.at[i]));
    const { turn } = of("ring2", (radius * Math.PI) / 2, true);
    const [x, y, z] = rotate(fromRotationVector(turn as readonly number[]), [1, 0, 0]);
    expect([x, y, z].map((one) => Number(one.toFixed(6)) + 0)).toEqual([0, 1, 0]);
    // smaller than nothing is as small as a thing can be
    expect(of("size0", -5, true).shape).toMatchObject({ half: [0.002, 0.06, 0.04] });
    expect(movedInSpace(scene, "lift nobody", [0, 0, 0], true)).toBe(scene);
  });
});
