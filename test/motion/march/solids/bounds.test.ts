import { expect, it } from "vitest";
import { problem as wall } from "../../../../problems/touch/wall.js";
import { solidSizes } from "../../../../src/mechanics/assembly.js";
import { setUp } from "../../../../src/motion/compile/setup.js";
import { apart } from "../../../../src/motion/march/solids/bounds.js";
import { solidWorld } from "../../../../src/motion/march/solids/world.js";
import { uniform } from "../../../algebra/matrices.js";

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A vector turned by a quaternion of any length: v + 2 w u × v + 2 u × (u × v), divided by what its length makes of it. */
function turned(q: readonly number[], v: Vector): Vector {
  const length = Math.hypot(...q);
  const w = q[0] / length;
  const u: Vector = [q[1] / length, q[2] / length, q[3] / length];
  const once = cross(u, v);
  const twice = cross(u, once);
  return [
    v[0] + 2 * (w * once[0] + twice[0]),
    v[1] + 2 * (w * once[1] + twice[1]),
    v[2] + 2 * (w * once[2] + twice[2]),
  ];
}

it("two boxes are apart by the widest gap along a normal of either, as their corners say", () => {
  const assembly = setUp(wall).compiled.kernels.whole.assembly?.assembly;
  if (assembly?.solids === undefined) throw new RangeError("the wall has solids");
  const world = solidWorld(assembly, assembly.solids);
  const random = uniform(5);
  const states = new Float64Array(13 * world.bodies);
  const any = (): Vector => [random() - 0.5, random() - 0.5, random() - 0.5];
  for (let k = 0; k < 50; k++) {
    const boxes = [0, 1].map((body) => {
      const centre = any();
      const half: Vector = [0.1 + random(), 0.1 + random(), 0.1 + random()];
      const place: Vector = [4 * random(), 4 * random(), 4 * random()];
      const q = [...any(), random() - 0.5];
      world.numbers.set([...centre, ...half], body * solidSizes.bound);
      states.set([...place, ...q], 13 * body);
      const inWorld = (v: Vector): Vector => {
        const [x, y, z] = turned(q, v);
        return [place[0] + x, place[1] + y, place[2] + z];
      };
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
        const side = (i: 0 | 1 | 2): number => centre[i] + (bits & (1 << i) ? 1 : -1) * half[i];
        return inWorld([side(0), side(1), side(2)]);
      });
      const axes: Vector[] = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
      return { corners, normals: axes.map((axis) => turned(q, axis)) };
    });
    const gaps = boxes
      .flatMap(({ normals }) => normals)
      .map((normal) => {
        const [one, two] = boxes.map(({ corners }) => corners.map((corner) => dot(normal, corner)));
        return Math.max(Math.min(...one) - Math.max(...two), Math.min(...two) - Math.max(...one));
      });
    expect(apart({ world, states }, [0, 1], 0, false)).toBeCloseTo(Math.max(...gaps), 12);
  }
});
