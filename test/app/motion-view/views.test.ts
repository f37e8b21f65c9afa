import { describe, expect, it } from "vitest";
import type { SceneData, Triple } from "../../../src/app/motion-view/scene/scene-data.js";
import { bodyOf, solidOfPoints } from "../../../src/app/motion-view/scene/solid-shapes.js";
import { boxOf, gridStep, pointsOf, sizeOf } from "../../../src/app/viewer/bounds.js";
import { directionOf, fitTo, onPlane, projection } from "../../../src/app/viewer/canvas/projection.js";
import { cutOf, floorUnder } from "../../../src/app/viewer/ground.js";
import { momentAt, pictureAfter, poseAt } from "../../../src/app/viewer/moment.js";
import { speedsFor } from "../../../src/app/viewer/speeds.js";
import { viewerStyle } from "../../../src/app/viewer/style.js";
import { awayFrom, contactLines, trailLines } from "../../../src/app/viewer/trails.js";

const near = (found: ArrayLike<number>, wanted: readonly number[]): void => {
  expect(found.length).toBe(wanted.length);
  wanted.forEach((x, i) => {
    expect(found[i]).toBeCloseTo(x, 9);
  });
};

describe("the moment of a time", () => {
  const t = [0, 1, 3];

  it("is between two pictures that need not be evenly spaced", () => {
    expect(momentAt(t, 2)).toEqual({ before: 1, after: 2, share: 0.5 });
    expect(momentAt(t, -1)).toMatchObject({ after: 0 });
    expect(momentAt(t, 9)).toEqual({ before: 1, after: 2, share: 1 });
    expect([0, 0.5, 1, 1.5].map((time) => pictureAfter(t, time))).toEqual([0, 1, 1, 2]);
  });

  it("turns the shorter way, and keeps quaternions at unit length", () => {
    const c = Math.SQRT1_2;
    // half a turn about z is the same as its opposite
    const poses = [0, 0, 0, c, 0, 0, c, 2, 0, 0, -c, 0, 0, c, 4, 0, 0, 1, 0, 0, 0];
    near(poseAt(poses, { before: 0, after: 1, share: 0.5 }, new Float64Array(7)), [1, 0, 0, 0, 0, 0, 1]);
    const pose = poseAt(poses, { before: 1, after: 2, share: 0.3 }, new Float64Array(7));
    expect(Math.hypot(pose[3], pose[4], pose[5], pose[6])).toBeCloseTo(1, 12);
  });
});

describe("the bounds of a scene", () => {
  const scene: SceneData = {
    plane: "space",
    t: [0, 1],
    step: [0, 1],
    bodies: [
      {
        name: "ball",
        role: "part",
        shapes: [{ kind: "ball", centre: [0, 0, 0], radius: 0.5 }],
        poses: [0, 0, 0.5, 1, 0, 0, 0, 2, 0, 0.5, 1, 0, 0, 0],
      },
    ],
    world: [{ kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 }],
    contacts: [],
    targets: [[4, 1, 0]],
    timeline: { band: [], realTime: false },
  };

  it("hold bodies at all poses and the targets, but no surface without end", () => {
    const box = boxOf(pointsOf(scene));
    near(box.low, [-0.5, -0.5, 0]);
    near(box.high, [4, 1, 1]);
    expect(sizeOf(box)).toBe(4.5);
  });

  it("have a grid of round distances under them", () => {
    expect([0.9, 4.5, 12].map(gridStep)).toEqual([0.2, 1, 2]);
    const { corners, lines } = floorUnder(
      { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0.3 },
      boxOf(pointsOf(scene)),
      1,
    );
    const box = boxOf(corners);
    near(box.low, [-2, -2, 0.3]);
    near(box.high, [5, 2, 0.3]);
    expect(lines).toHaveLength(8 + 5);
  });

  it("are cut by a wall on its own side, and by a palm only as far as it goes", () => {
    const wall = { kind: "half-space", normal: [0, -1, 0], tangent: [1, 0, 0], offset: -0.5 } as const;
    expect(boxOf(cutOf(wall, [0, 0, 1], 10, 0.1).corners).low[1]).toBeCloseTo(0.5, 12);
    const palm = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: [0.2, 3.2] } as const;
    const box = boxOf(cutOf(palm, [0, 0, 1], 10, 0.1).corners);
    near(box.low, [0.2, -0.1, 0]);
    near(box.high, [3.2, 0, 0]);
  });
});

describe("the projection of a line drawing", () => {
  it("sees the plane x–y from above and the plane x–z from the side", () => {
    near(projection(directionOf("xy"))([2, 3, 0]), [2, 3, 0]);
    near(projection(directionOf("xz"))([2, 0, 3]), [2, 3, 0]);
  });

  it.each(["xy", "xz", "space"] as const)("finds the point under a place of the picture, %s", (plane) => {
    const point: Triple = plane === "xz" ? [0.3, 0.2, -0.7] : [0.3, -0.7, 0.2];
    const direction = directionOf(plane);
    const [right, up] = projection(direction)(point);
    const normal: Triple = plane === "xz" ? [0, 1, 0] : [0, 0, 1];
    near(onPlane(direction, [right, up], normal, 0.2)!, [...point]);
  });

  it("knows no point of a plane that is seen edgewise, and fits all points into the picture", () => {
    expect(onPlane(directionOf("xz"), [0, 0], [0, 0, 1], 0)).toBeUndefined();
    const { scale, right, up } = fitTo(
      [
        [0, 0, 0],
        [4, 1, 0],
      ],
      420,
      220,
      10,
    );
    expect([scale, right, up]).toEqual([100, 2, 0.5]);
  });
});

describe("the body that points make", () => {
  const square: Triple[] = [
    [0, 0, -1],
    [2, 0, -1],
    [2, 1, -1],
    [0, 1, -1],
  ];

  it("is their hull, and of points in one level the prism through the centre of mass", () => {
    expect(solidOfPoints([...square, [1, 0.5, 2]])!.faces).toHaveLength(5);
    const { low, high } = boxOf(solidOfPoints(square)!.vertices);
    near(low, [0, 0, -1]);
    near(high, [2, 1, 1]);
  });

  it("is no body where they stand in one wall", () => {
    const wall = square.map(([x, y]): Triple => [x, 0, y]);
    expect(solidOfPoints(wall)).toBeUndefined();
    expect(
      bodyOf(
        wall.map((at) => ({ kind: "point", at })),
        false,
      ),
    ).toHaveLength(4);
  });
});

describe("the lines of a motion", () => {
  const contact = {
    name: "table",
    body: 0,
    friction: 0.5,
    point: [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0],
    normal: [0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0],
    tangential: new Array<number>(12).fill(0),
    ecp: true,
    patch: [],
    patches: [],
  };

  it("follow a contact point only while it touches", () => {
    expect(contactLines(contact)).toEqual([1, 0, 0, 2, 0, 0]);
  });

  it("are as far from a pixel as the nearest point of a segment", () => {
    expect(awayFrom([1, 2], [0, 0], [4, 0])).toBe(2);
    expect(awayFrom([-3, 4], [0, 0], [4, 0])).toBe(5);
    expect(awayFrom([3, 4], [0, 0], [0, 0])).toBe(5);
  });

  it("join the places of a body, one segment less than it has pictures", () => {
    const poses = [0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 1, 0, 0, 0, 3, 3, 0, 1, 0, 0, 0];
    expect(trailLines({ name: "ball", role: "part", shapes: [], poses })).toEqual([0, 0, 0, 1, 2, 0, 1, 2, 0, 3, 3, 0]);
  });
});

describe("the speeds of a timeline", () => {
  it("let a motion last some seconds, and commands of a clock their own time", () => {
    expect(speedsFor(1, false).best).toBe(1 / 5);
    expect(speedsFor(12, true).best).toBe(1);
    expect(speedsFor(1.5, false).all.map(({ name }) => name)).toContain("real time");
    expect(speedsFor(0, false).best).toBe(1);
  });
});

describe("the look of modes", () => {
  it("tells them apart by colour and by pattern", () => {
    const rule = (mode: string): string => viewerStyle.match(new RegExp(`\\.viewer \\.${mode} \\{([^}]*)\\}`))![1];
    const colours = ["sticks", "slips", "touches"].map((mode) => rule(mode).match(/#[0-9a-f]{6}/)![0]);
    expect(new Set(colours).size).toBe(3);
    expect(rule("slips")).toContain("repeating-linear-gradient");
    expect(rule("touches")).toContain("radial-gradient");
    expect(rule("sticks")).not.toContain("gradient");
  });
});
