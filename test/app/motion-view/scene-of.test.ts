import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import type { SceneData, Triple } from "../../../src/app/motion-view/scene/scene-data.js";
import { standsForPatch } from "../../../src/app/motion-view/scene/scene-data.js";
import { sceneOf } from "../../../src/app/motion-view/scene/scene-of.js";
import { definitionOf, problemOf } from "../../../src/app/run/saved/definition.js";
import { atRest, rigid } from "../../../src/index.js";
import type { Model } from "../../../src/mechanics/model.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";
import { problem as pusher } from "../../motion/optimal/own-pusher.js";
import { problem as reach } from "./own-reach.js";

const run = (given: string | Problem, set: Readonly<Record<string, number | string>> = {}): Promise<Result> =>
  simulate(typeof given === "string" ? problems[given].problem : given, { set });

/** One of every kind of model, with as few steps as show it. */
const cheap: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  ["rolling/disk", {}],
  ["rolling/ball-roll", {}],
  ["rolling/ball-roll-pyramid", {}],
  ["rolling/slab-slide", { "grid.steps": 20 }],
  ["impact/ball-bounce-coarse", {}],
  ["impact/bank-shot", {}],
  ["impact/combination", { "grid.steps": 300 }],
  ["feeder/reorient", {}],
  ["patch/block-stop", {}],
  ["patch/drop", {}],
  ["patch/tbar-rock", { "grid.steps": 40 }],
  ["patch/box-on-box", { "grid.steps": 5 }],
  ["patch/desk-sliding", { "grid.steps": 20 }],
  ["patch/desk-legs", { "grid.steps": 5 }],
  ["grasp/push", { "grid.steps": 30 }],
  ["grasp/slip", { "grid.steps": 30 }],
  ["grasp/arm-cylinder", { "grid.steps": 2, "grid.h": 0.005 }],
  ["grasp/arm-box", { "grid.steps": 2, "grid.h": 0.005 }],
  ["optimal/pusher", {}],
  ["optimal/driessen", {}],
  ["optimal/stewart-anitescu", {}],
];

describe.each(cheap)("the scene of %s", (name, set) => {
  const known = run(name, set).then((result) => ({ result, scene: sceneOf(result)! }));

  it("has a pose for every picture, and survives JSON", async () => {
    const { result, scene } = await known;
    const { t, step, bodies } = scene;
    expect(Array.from(t)).toEqual(Array.from(step, (k) => result.trajectory.t[k]));
    expect([step[0], step[step.length - 1]]).toEqual([0, result.trajectory.t.length - 1]);
    expect(bodies.length).toBeGreaterThan(0);
    for (const { poses, shapes } of bodies) {
      expect(shapes.length).toBeGreaterThan(0);
      expect(poses.length).toBe(7 * t.length);
      expect(Array.from(poses).every(Number.isFinite)).toBe(true);
      for (let i = 3; i < poses.length; i += 7)
        expect(Math.hypot(poses[i], poses[i + 1], poses[i + 2], poses[i + 3])).toBeCloseTo(1, 4);
    }
    const json = JSON.stringify(scene);
    expect(JSON.stringify(JSON.parse(json))).toBe(json);
    expect(json).not.toContain("null,");
  });

  it("has the forces of the columns, inside their cones", async () => {
    const { result, scene } = await known;
    const { columns, t } = result.trajectory;
    for (const { name: contact, normal, tangential, point, friction } of scene.contacts)
      for (let i = 1; i < scene.t.length; i++) {
        const [n, f] = [sizeAt(normal, i), sizeAt(tangential, i)];
        const k = scene.step[i];
        const found = (axis: string): number =>
          columns[`${contact}.${axis}Force`]?.[k] ??
          (columns[`${contact}.${axis}Impulse`]?.[k] ?? 0) / (t[k] - t[k - 1]);
        if (n > 0) {
          // the mean normal of two balls over a step is a little shorter than one
          expect(Math.abs(n / found("normal") - 1)).toBeLessThan(5e-5);
          expect(f).toBeCloseTo(Math.hypot(found("tangent"), found("orthogonal")), 4);
        } else expect([f, sizeAt(point, i)]).toEqual([0, 0]);
        // a pyramid reaches beyond the cone at its corners
        if (friction !== null) expect(f).toBeLessThanOrEqual(Math.SQRT2 * friction * n * (1 + 1e-6) + 1e-4);
      }
  });
});

const sizeAt = (values: ArrayLike<number>, i: number): number =>
  Math.hypot(values[3 * i], values[3 * i + 1], values[3 * i + 2]);

describe("what a scene is made of", () => {
  const kinds = (shapes: SceneData["world"]): string[] => shapes.map(({ kind }) => kind);

  it("knows the part, the corner and the palm of a feeder", async () => {
    const scene = sceneOf(await run("feeder/reorient"))!;
    expect(scene.plane).toBe("xy");
    expect(scene.bodies[0].shapes).toEqual([
      {
        kind: "mesh",
        vertices: [
          [-2, -1, 0],
          [2, -1, 0],
          [2, 1, 0],
          [-2, 1, 0],
        ],
        faces: [[0, 1, 2, 3]],
      },
    ]);
    expect(scene.world).toContainEqual({ kind: "point", at: [5, 5, 0] });
    expect(scene.world).toContainEqual(expect.objectContaining({ kind: "half-space", stretch: [0.2, 3.2] }));
    expect(scene.t.length).toBeLessThanOrEqual(600);
  });

  it("draws the chute besides the scene, also when it was saved", async () => {
    const result = await run("feeder/reorient");
    const { bodies } = sceneOf(result)!;
    expect(bodies.map(({ name }) => name)).toEqual(["part", "chute"]);
    const saved = problemOf(JSON.parse(JSON.stringify(definitionOf(result.problem))));
    expect(sceneOf({ ...result, model: saved.model as Model })!.bodies).toEqual(bodies);
  });

  it("has the contacts that a model of one's own draws, on the thing that they press, also when it was saved", async () => {
    const result = await run(reach, { "start.q2": -2.3, "start.q1": 2.45 });
    const { columns } = result.trajectory;
    const pressing = columns["finger.normalForce"];
    // the arm, which no torque drives, is driven against the box here
    const k = pressing.length - 1;
    pressing[k] = 2;
    columns["finger.friction"][k] = 0.5;
    columns["box.theta"][k] = Math.PI / 2;
    const scene = sceneOf(result)!;
    const [finger] = scene.contacts;
    expect(finger).toMatchObject({
      name: "finger",
      friction: 0.4,
      body: scene.bodies.findIndex((b) => b.name === "box"),
    });
    const at = (values: ArrayLike<number>): number[] => [0, 1, 2].map((i) => values[3 * k + i]);
    // out of the left side of a box that is turned by a right angle: up, and friction to the left
    expect(at(finger.normal)).toEqual([expect.closeTo(0, 5), expect.closeTo(2, 5), 0]);
    expect(at(finger.tangential)).toEqual([expect.closeTo(-0.5, 5), expect.closeTo(0, 5), 0]);
    const saved = problemOf(JSON.parse(JSON.stringify(definitionOf(result.problem))));
    expect(sceneOf({ ...result, model: saved.model as Model })!.contacts).toEqual(scene.contacts);
  });

  it("looks at a thrown ball from the side, and at a rolling one from anywhere", async () => {
    expect(sceneOf(await run("impact/ball-bounce-coarse"))).toMatchObject({ plane: "xz", targets: [[0.4, 0, 0.4]] });
    expect(sceneOf(await run("rolling/ball-place", { "grid.steps": 5 }))).toMatchObject({ plane: "space" });
    // a wall that faces who looks from the side has no cut there
    const within = async (normal: Triple): Promise<SceneData | undefined> => {
      const against = { kind: "half-space", normal, tangent: [0, 0, 1], offset: -1 } as const;
      const model = rigid(
        {
          gravity: [0, 0, -10],
          bodies: [{ name: "ball", space: "spatial", mass: 1, inertia: [1, 1, 1] }],
          contacts: [
            {
              name: "wall",
              body: "ball",
              shape: { kind: "ball", centre: [0, 0, 0], radius: 0.1 },
              against,
              friction: 0,
            },
          ],
        },
        "pyramid",
      );
      const start = { ...atRest(model), "ball.vx": 1, "ball.vz": 1 };
      return sceneOf(
        await run({
          name: "thrown",
          title: "",
          model,
          parameters: {},
          start,
          grid: { steps: 4, h: 0.05 },
          values: {},
        }),
      );
    };
    expect(await within([1, 0, 0])).toMatchObject({ plane: "xz" });
    expect(await within([0, 1, 0])).toMatchObject({ plane: "space" });
  });

  it("presses on the corner where the part meets it, away from the corner", async () => {
    const scene = sceneOf(await run("feeder/reorient"))!;
    const { point, normal } = scene.contacts.find(({ name }) => name === "corner")!;
    const i = Array.from(scene.t).findIndex((_, k) => sizeAt(normal, k) > 1);
    expect([point[3 * i], point[3 * i + 1]]).toEqual([5, 5]);
    // the part lies to the left of the corner that it meets
    expect(normal[3 * i]).toBeLessThan(0);
  });

  it("makes a slab of its patch, and a desk of the outline that it stands on", async () => {
    const slab = sceneOf(await run("rolling/slab-slide", { "grid.steps": 2 }))!;
    expect(kinds(slab.bodies[0].shapes)).toEqual(["mesh"]);
    const desk = sceneOf(await run("patch/desk-sliding", { "grid.steps": 2 }))!;
    const [mesh] = desk.bodies[0].shapes;
    const heights = mesh.kind === "mesh" ? mesh.vertices.map(([, , z]) => z) : [];
    expect([Math.min(...heights), Math.max(...heights)]).toEqual([-0.45, 0.45]);
    expect(desk.bodies[0].poses[2]).toBeCloseTo(0.45, 9);
  });

  it("shows the legs and the top of a desk inside its hull, with the contact point in the patch", async () => {
    const { bodies, contacts } = sceneOf(await run("patch/desk-legs", { "grid.steps": 3 }))!;
    expect(bodies[0].shapes).toHaveLength(5);
    expect(bodies[0].hull!.vertices.length).toBeGreaterThanOrEqual(8);
    expect(contacts.every(standsForPatch)).toBe(true);
    expect(contacts[0].patches[contacts[0].patch[3]].outline.length).toBeGreaterThanOrEqual(3);
  });

  it("joins arm, gripper and part: links as bars, the pads as tools", async () => {
    const scene = sceneOf(await run("grasp/arm-cylinder", { "grid.steps": 2, "grid.h": 0.005 }))!;
    const role = (name: string): string => scene.bodies.find((body) => body.name === name)!.role;
    expect(["part", "leftFinger", "rightFinger", "palm", "arm1"].map(role)).toEqual([
      "part",
      "tool",
      "tool",
      "link",
      "link",
    ]);
    expect(scene.timeline.realTime).toBe(true);
    expect(kinds(scene.bodies[0].shapes)).toEqual(["cylinder"]);
    const table = scene.contacts.filter(({ name }) => name.startsWith("table"));
    const weight = table.reduce((sum, { normal }) => sum + normal[8], 0);
    expect(weight).toBeCloseTo(0.3 * 9.81, 3);
  });

  it("gives points to models without a scene, and nothing to those without a length", async () => {
    const result = await run(pusher);
    const { drawing: _, ...views } = result.model.views ?? {};
    const model: Model = { ...result.model, views };
    const bare = sceneOf({ ...result, model })!;
    expect(bare).toMatchObject({ plane: "xy", targets: [expect.arrayContaining([expect.closeTo(0.8, 9)])] });
    expect(bare.bodies.map(({ shapes }) => kinds(shapes))).toEqual([["point"], ["point"]]);
    const turning: Model = { ...model, state: [{ name: "angle", unit: "rad", scale: 1 }], views: {} };
    expect(sceneOf({ ...result, model: turning })).toBeUndefined();
  });

  it("draws what a model of one's own says of it", async () => {
    const result = await run(reach, { "grid.steps": 3 });
    const { plane, bodies, targets } = sceneOf(result)!;
    expect(plane).toBe("xy");
    expect(bodies.map(({ name, role }) => [name, role])).toEqual([
      ["upper link", "link"],
      ["lower link", "tool"],
      ["box", "part"],
    ]);
    // the fingertip of two links of .4 m at 2.2 and .2 rad, before the arm has fallen far
    expect(bodies[1].poses[0]).toBeCloseTo(0.4 * (Math.cos(2.2) + Math.cos(0.2)), 6);
    expect(targets).toEqual([[0.5, 0.4, 0]]);
    const saved = problemOf(JSON.parse(JSON.stringify(definitionOf(result.problem))));
    expect(sceneOf({ ...result, model: saved.model as Model })!.bodies).toEqual(bodies);
  });

  it("stands a plate for a moving half-space of which nothing else is known", async () => {
    const [, hand] = sceneOf(await run("optimal/catch"))!.bodies;
    expect(kinds(hand.shapes)).toEqual(["line"]);
  });

  it("ends where a motion has no numbers any more", async () => {
    const result = await run("rolling/disk");
    const { columns } = result.trajectory;
    const broken = columns["disk.x"].map((x, k) => (k < 10 ? x : Number.NaN));
    const cut = { ...result, trajectory: { ...result.trajectory, columns: { ...columns, "disk.x": broken } } };
    expect(sceneOf(cut)!.t).toHaveLength(10);
  });
});

describe("the band of contact modes", () => {
  it("tells when a ball slips and when it rolls", async () => {
    const [row] = sceneOf(await run("rolling/ball-roll"))!.timeline.band;
    expect(row.name).toBe("table");
    expect(row.parts.map(({ mode }) => mode)).toEqual(["slips", "sticks"]);
    expect([row.parts[0].from, row.parts[0].to]).toEqual([0, row.parts[1].from]);
  });

  it("tells what a patch touches with, and leaves flight out", async () => {
    const [row] = sceneOf(await run("patch/drop"))!.timeline.band;
    expect(row.parts[0].from).toBeGreaterThan(0);
    expect(row.parts[0].text).toMatch(/^(surface|line|point) on /);
  });

  it("has one row for all contacts of a face", async () => {
    const { timeline } = sceneOf(await run("grasp/arm-box", { "grid.steps": 2, "grid.h": 0.005 }))!;
    expect(timeline.band.map(({ name }) => name)).toEqual(["table", "left", "right"]);
    expect(timeline.band.map(({ parts }) => parts.length)).toEqual([1, 0, 0]);
  });
});
