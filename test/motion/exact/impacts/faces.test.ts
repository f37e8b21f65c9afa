import { expect, it } from "vitest";
import type { RigidContact, ShapedScene } from "../../../../src/geometry.js";
import { atRest, rigid, simulate } from "../../../../src/index.js";

const [g, friction, density] = [9.81, 0.4, 500];

/** A box in the plane by half its sides [m]. */
const box = (name: string, a: number, b: number) =>
  ({ name, space: "planar", shape: { kind: "box", half: [a, b, 0.05] }, density }) as const;
/** In the plane a density is that of an area [kg/m²]. */
const weight = (a: number, b: number): number => g * density * 4 * a * b;

/** A fixed rectangle whose top is at a height, of a depth below that. */
const block = (name: string, [from, to]: readonly [number, number], top: number, depth: number) => {
  const low = top - depth;
  return {
    name,
    shape: {
      kind: "polygon",
      vertices: [
        [from, low],
        [to, low],
        [to, top],
        [from, top],
      ],
    },
  } as const;
};
const plane = (name: string, normal: readonly [number, number, number], tangent: readonly [number, number, number]) =>
  ({ name, shape: { kind: "half-space", normal, tangent, offset: 0 } }) as const;
const floor = plane("floor", [0, 1, 0], [1, 0, 0]);

/** The last values of rigid bodies with restitution that move in continuous time. */
async function ends(
  scene: Pick<ShapedScene<RigidContact>, "bodies" | "world">,
  { end, ...start }: { readonly end: number } & Readonly<Record<string, number>>,
) {
  const model = rigid({ ...scene, gravity: [0, -g, 0], contacts: "all", materials: [{ friction, restitution: 0.3 }] });
  const { status, message, trajectory } = await simulate({
    name: "faces",
    title: "Faces that lie on more corners than hold them",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { end },
    values: {},
  });
  expect(status, message).toBe("solved");
  return {
    at: (name: string): number => trajectory.columns[name].at(-1)!,
    /** Of all contacts of a pair. */
    sum: (pair: string, force: string): number =>
      Object.entries(trajectory.columns)
        .filter(([name]) => name.startsWith(pair) && name.endsWith(force))
        .reduce((sum, [, column]) => sum + column.at(-1)!, 0),
  };
}

it("a plank slides out from under a box, whose other end lies on a step: three corners in a row slide, and rest", async () => {
  const [a, b] = [0.3, 0.02];
  const v = 0.5;
  const { at, sum } = await ends(
    { bodies: [box("plank", a, b), box("box", 0.1, 0.05)], world: [floor, block("step", [0.32, 0.72], 0.04, 0.04)] },
    { end: 0.6, "plank.y": b, "plank.vx": -v, "box.x": 0.3, "box.y": 0.09 },
  );
  const mass = weight(a, b) / g;
  // the step carries 5/6 of the box, 0.1 m from the corner that the plank does; the plank rubs above and below
  const share = weight(0.1, 0.05) / 6;
  const slowing = (friction * (weight(a, b) + 2 * share)) / mass;
  expect(at("plank.x")).toBeCloseTo(-(v * v) / (2 * slowing), 9);
  expect(Math.abs(at("plank.vx"))).toBeLessThan(1e-9);
  expect(at("box.x")).toBeCloseTo(0.3, 9);
  expect(at("box.y")).toBeCloseTo(0.09, 9);
  expect(Math.abs(sum("plank-box", "normalForce") + sum("box-step", "normalForce"))).toBeCloseTo(weight(0.1, 0.05), 6);
});

it.each([0.2, 0.3, 0.6])(
  "a box bounces to rest half on a table and half on a belt beside it, which pulls at it in vain: until %d s",
  async (end) => {
    const belt = { ...block("belt", [0, 1], 0, 0.1), surfaceVelocity: [0.5, 0, 0] as const };
    const { at, sum } = await ends(
      { bodies: [box("box", 0.1, 0.05)], world: [block("table", [-1, 0], 0, 0.1), belt] },
      { end, "box.x": -0.02, "box.y": 0.06 },
    );
    expect(at("box.x")).toBeCloseTo(-0.02, 6);
    expect(at("box.y")).toBeCloseTo(0.05, 9);
    expect(Math.abs(at("box.vx"))).toBeLessThan(1e-9);
    const onBelt = Math.abs(sum("box-belt", "normalForce"));
    expect(onBelt).toBeGreaterThan(1);
    expect(Math.abs(sum("box-belt", "tangentForce"))).toBeCloseTo(friction * onBelt, 5);
    expect(Math.abs(sum("box-table", "tangentForce"))).toBeCloseTo(friction * onBelt, 5);
  },
);

it.each([0.15, 0.6])(
  "a ladder falls against a wall, rattles and jams: more friction than is needed holds it, until %d s",
  async (end) => {
    const [half, thin] = [0.5, 0.01];
    const { at, sum } = await ends(
      { bodies: [box("ladder", half, thin)], world: [floor, plane("wall", [1, 0, 0], [0, 1, 0])] },
      { end, "ladder.x": 0.26, "ladder.y": 0.46, "ladder.theta": 2.09 },
    );
    expect(Math.hypot(at("ladder.vx"), at("ladder.vy"), at("ladder.omega"))).toBeLessThan(1e-9);
    const [up, rubbed] = [sum("ladder-floor", "normalForce"), sum("ladder-wall", "tangentForce")];
    expect(up + rubbed).toBeCloseTo(weight(half, thin), 6);
    expect(sum("ladder-floor", "tangentForce") + sum("ladder-wall", "normalForce")).toBeCloseTo(0, 6);
  },
);
