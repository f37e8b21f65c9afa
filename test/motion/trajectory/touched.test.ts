import { describe, expect, it } from "vitest";
import { problem as blockStop } from "../../../problems/patch/block-stop.js";
import { problem as desk } from "../../../problems/patch/desk.js";
import { problem as tbarRock } from "../../../problems/patch/tbar-rock.js";
import { boxHull, shellOf } from "../../../src/geometry/convex.js";
import { simulate } from "../../../src/motion/solve.js";
import { touchedParts } from "../../../src/motion/trajectory/touched.js";

describe("what of a hull's contact was real", () => {
  it("is the T, and two points while the bar rocks on an edge of its hull only", async () => {
    const { segments, touched } = (await simulate(tbarRock)).trajectory;
    expect(touched!.map(({ of, vertices }) => [of, vertices])).toEqual([
      ["table", [0, 1, 2, 3, 4, 5]],
      ["table", [0, 1]],
      ["table", [4, 5]],
    ]);
    const [face, right, left] = touched!.map(({ real }) => real);
    expect(face.area).toBeCloseTo(0.0324, 12);
    expect(face.patch.area).toBeCloseTo(0.0612, 12);
    for (const real of [right, left]) expect(real).toMatchObject({ contact: "line", segments: [], length: 0 });
    expect(right.points).toHaveLength(2);
    for (const { vertices } of segments!)
      expect(touched!.some((part) => `${part.vertices}` === `${vertices}`)).toBe(true);
  });

  it("is the feet of a desk, whatever its size, and two lines where it tips onto two legs", async () => {
    const set = { friction: 0.8, "force.x": 46, "force.y": 0, "grid.steps": 30, legWidth: 0.05 };
    const { touched } = (await simulate(desk, { set })).trajectory;
    const tipped = touched!.find(({ vertices }) => `${vertices}` === "1,2")!.real;
    expect(tipped).toMatchObject({ contact: "line", points: [] });
    expect(tipped.segments).toHaveLength(2);
    expect(tipped.length).toBeCloseTo(0.1, 12);
    expect(tipped.patch.length).toBeCloseTo(0.5, 12);
    const resting = (await simulate(desk, { set: { legWidth: 0.1, "grid.steps": 2 } })).trajectory.touched!;
    expect(resting.map(({ real }) => real.area)).toEqual([expect.closeTo(0.04, 12)]);
  });

  it("is not asked where the hull is the body", async () => {
    expect((await simulate(blockStop)).trajectory.touched).toBeUndefined();
  });

  it("is left open for vertices of no one face, and for a body without thickness", () => {
    const leg = boxHull(1, 1, 0);
    const columns = { heights: [], slip: "floor.slip", ecp: [] };
    const footprint = { contact: "floor", body: "plate", ...shellOf(leg), columns, shells: [shellOf(leg)] };
    const segment = { from: 1, to: 1, contact: "surface", mode: "stick" } as const;
    const all = touchedParts([footprint], [{ ...segment, vertices: [0, 1, 2, 3, 4, 5, 6, 7] }], () => 0);
    expect(all).toEqual([]);
    const [one] = touchedParts([footprint], [{ ...segment, vertices: [0, 1, 2, 3] }], () => 0);
    expect(one.real.patch.area).toBe(4);
  });
});
