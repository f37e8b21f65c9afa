import { describe, expect, it } from "vitest";
import { fromRotationVector, rotate } from "../../../src/algebra/rotation.js";
import { checkDraft, type Draft } from "../../../src/app/drafts/draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { find, findJoint } from "../../../src/app/playground/maker/edit.js";
import { joinedInSpace, putIntoSpace } from "../../../src/app/playground/maker/space.js";
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
      const held = movedInSpace(scene, grip, at, { snap: false });
      const [before, after] = [find(scene, name)!, find(held, name)!];
      for (const [i, x] of after.at.entries()) expect(x).toBeCloseTo(before.at[i], 4);
      expect(JSON.stringify(after.shape)).toBe(JSON.stringify(before.shape));
      checkDraft(held);
    }
    const moved = find(movedInSpace(scene, `move ${name}`, [1, 2, 3], { snap: true }), name)!;
    expect(moved.at).toEqual([1, 2, find(scene, name)!.at[2]]);
  });

  it("lift, size and turn by as much as the hand goes", () => {
    const of = (grip: string, by: number, snap: boolean) => {
      const handle = handlesOf(scene, "box").find(({ name }) => name === `${grip} box`)!;
      return find(movedInSpace(scene, handle.name, stepOnWay(handle.way!, handle.at, by), { snap }), "box")!;
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
    // what is chosen with it goes as far
    const together = movedInSpace(scene, "move box", [1, 2, 0], { snap: true, others: ["ball", "wall"] });
    const by = [1 - box.at[0], 2 - box.at[1], 0];
    for (const name of ["box", "ball", "wall"]) {
      const [was, is] = [find(scene, name)!.at, find(together, name)!.at];
      for (const i of [0, 1, 2]) expect(is[i]).toBeCloseTo(was[i] + by[i], 5);
    }
    expect(find(together, "capsule")).toBe(find(scene, "capsule"));
    expect(movedInSpace(scene, "lift nobody", [0, 0, 0], { snap: true })).toBe(scene);
  });

  it("take joints along, and turn their directions", () => {
    const [box, ball] = ["box", "ball"].map((name) => scene.bodies.find((one) => one.name === name)!);
    const { draft, selected } = joinedInSpace(scene, "hinge", box, ball);
    checkDraft(draft);
    const jointOf = (one: Draft) => findJoint(one, selected.name)!;
    expect(jointOf(draft).at).toEqual([0, 1, 2].map((i) => expect.closeTo((box.at[i] + ball.at[i]) / 2, 12)));
    const moved = movedInSpace(draft, "move box", [1, 2, 0], { snap: true });
    expect(jointOf(moved).at[0] - jointOf(draft).at[0]).toBeCloseTo(1 - box.at[0], 5);
    // a quarter of a turn about x takes the direction y to z
    const ring = handlesOf(draft, selected.name).find(({ name }) => name === `ring0 ${selected.name}`)!;
    const radius = Math.hypot(...[0, 1, 2].map((i) => ring.at[i] - jointOf(draft).at[i]));
    const to = stepOnWay(ring.way!, ring.at, (radius * Math.PI) / 2);
    expect(jointOf(movedInSpace(draft, ring.name, to, { snap: true })).axis).toEqual([0, 0, 1]);
    // a hinge in a wall: its body does not touch it
    const wall = scene.world.find(({ name }) => name === "wall")!;
    const beside = { ...box, at: [wall.at[0], wall.at[1], wall.at[2] - 0.04] as const };
    const hung = joinedInSpace({ ...scene, bodies: [beside] }, "hinge", beside, undefined).draft;
    expect(hung.exclude).toEqual([["box", "wall"]]);
    expect(hung.contact.kind).toBe("soft");
  });
});
