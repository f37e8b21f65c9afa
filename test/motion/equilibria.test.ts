import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minus, outer, plus, type ReadonlyVector, times } from "../../src/algebra/vectors.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import { atRest, type ShapedScene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { settled } from "../../src/motion/settled.js";
import { simulate } from "../../src/motion/solve.js";
import { real } from "../arbitraries.js";

type Parts = Pick<ShapedScene<CompliantContact>, "bodies" | "world" | "gravity">;

const problemOf = (parts: Parts, friction: number, start: object, steps = 2) => {
  const model = compliant({
    ...parts,
    contacts: "all",
    materials: [{ friction, stiffness: 1e4, damping: 20, coneSmoothing: 0 }],
  });
  const grid = { steps, h: 0.002 };
  return {
    name: "test/parts",
    title: "Parts touch",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid,
    values: {},
  };
};

/** The last of every column of a step from where a scene has settled; bodies must not have moved. */
async function rest(parts: Parts, friction: number, start: object): Promise<(name: string) => number> {
  const problem = problemOf(parts, friction, start);
  const found = await settled(problem);
  expect(found.status).toBe("solved");
  const { status, trajectory } = await simulate({ ...problem, start: found.start });
  expect(status).toBe("solved");
  return (name) => trajectory.columns[name][2];
}

/** A force with the arm at which it acts. */
interface Push {
  readonly force: ReadonlyVector;
  readonly arm: ReadonlyVector;
}

function expectBalance(weight: ReadonlyVector, pushes: readonly Push[]): void {
  const force = pushes.reduce<ReadonlyVector>((sum, push) => plus(sum, push.force), weight);
  const moment = pushes.reduce<ReadonlyVector>((sum, { force, arm }) => plus(sum, outer(arm, force)), [0, 0, 0]);
  for (const x of [...force, ...moment]) expect(Math.abs(x)).toBeLessThan(1e-9);
}

/** N n + T t + O o of a contact with these axes; the plane has no third. */
function forceOf(at: (name: string) => number, name: string, n: ReadonlyVector, t: ReadonlyVector, space = true) {
  const o = outer(n, t);
  const along = plus(times(at(`${name}.normalForce`), n), times(at(`${name}.tangentForce`), t));
  return space ? plus(along, times(at(`${name}.orthogonalForce`), o)) : along;
}

const signs = [1, -1];

/** The corners of a box in the order of their contacts. */
const vertices = ([a, b, c]: ReadonlyVector): ReadonlyVector[] =>
  signs.flatMap((k) => signs.flatMap((j) => signs.map((i) => [i * a, j * b, k * c] as const)));

const runs = { numRuns: 8 };

describe("what lies still, by forces and moments from its columns and its places alone", () => {
  it("is a ball in a groove", async () => {
    const angle = real(0.3, 1.2);
    await fc.assert(
      fc.asyncProperty(angle, angle, real(0, 0.5), async (west, east, friction) => {
        const axes = [
          { n: [Math.sin(west), 0, Math.cos(west)], t: [Math.cos(west), 0, -Math.sin(west)] },
          { n: [-Math.sin(east), 0, Math.cos(east)], t: [Math.cos(east), 0, Math.sin(east)] },
        ] as const;
        const world = axes.map(({ n, t }, i) => ({
          name: `face${i}`,
          shape: { kind: "half-space", normal: n, tangent: t, offset: 0 } as const,
        }));
        const det = Math.sin(west + east);
        const at = await rest(
          {
            gravity: [0, 0, -9.8],
            bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.1 }, mass: 0.7 }],
            world,
          },
          friction,
          {
            "ball.x": (0.1 * (Math.cos(east) - Math.cos(west))) / det,
            "ball.z": (0.1 * (Math.sin(west) + Math.sin(east))) / det,
          },
        );
        const pushes = axes.map(({ n, t }, i) => ({
          force: forceOf(at, `ball-face${i}`, n, t),
          arm: times(-0.1, n),
        }));
        expectBalance([0, 0, -0.7 * 9.8], pushes);
        if (friction === 0)
          expect(at("ball-face0.normalForce")).toBeCloseTo((0.7 * 9.8 * Math.sin(east)) / Math.sin(west + east), 9);
      }),
      runs,
    );
  });

  it("is a box on a slope, however it is turned", async () => {
    await fc.assert(
      fc.asyncProperty(real(0, 0.25), real(-3, 3), real(-3, 3), async (slope, fall, yaw) => {
        const half = [0.2, 0.15, 0.1] as const;
        const weight = [
          9.8 * Math.sin(slope) * Math.cos(fall),
          9.8 * Math.sin(slope) * Math.sin(fall),
          -9.8 * Math.cos(slope),
        ] as const;
        const at = await rest(
          {
            gravity: weight,
            bodies: [{ name: "box", space: "spatial", shape: { kind: "box", half }, mass: 1 }],
            world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
          },
          0.4,
          { "box.z": 0.1, "box.e0": Math.cos(yaw / 2), "box.ez": Math.sin(yaw / 2) },
        );
        const [w, x, y, z] = ["e0", "ex", "ey", "ez"].map((part) => at(`box.${part}`));
        const turned = (v: ReadonlyVector): ReadonlyVector => {
          const twice = times(2, outer([x, y, z], v));
          return plus(v, plus(times(w, twice), outer([x, y, z], twice)));
        };
        const pushes = vertices(half).map((vertex, i) => ({
          force: forceOf(at, `box-floor${i + 1}`, [0, 0, 1], [1, 0, 0]),
          arm: turned(vertex),
        }));
        expect(pushes.filter(({ force }) => force[2] > 0).length).toBe(4);
        expectBalance(weight, pushes);
      }),
      runs,
    );
  });

  it("is a capsule across two posts", async () => {
    await fc.assert(
      fc.asyncProperty(real(0.1, 0.4), real(0.1, 0.4), real(-0.1, 0.1), async (left, right, rise) => {
        const posts = [
          [-left, -0.15],
          [right, rise - 0.15],
        ] as const;
        const tilt = Math.atan2(rise, left + right);
        const at = await rest(
          {
            gravity: [0, -9.8, 0],
            bodies: [
              {
                name: "bar",
                space: "planar",
                shape: { kind: "capsule", from: [-0.5, 0, 0], to: [0.5, 0, 0], radius: 0.05 },
                mass: 2,
              },
            ],
            world: posts.map(([x, y], i) => ({
              name: `post${i}`,
              shape: { kind: "ball", radius: 0.1, centre: [x, y, 0] } as const,
            })),
          },
          0.9,
          { "bar.y": rise * (left / (left + right)) + 0.15 * (1 / Math.cos(tilt) - 1) + 0.001, "bar.theta": tilt },
        );
        const theta = at("bar.theta");
        const n = [-Math.sin(theta), Math.cos(theta), 0] as const;
        const along = [Math.cos(theta), Math.sin(theta), 0] as const;
        const middle = [at("bar.x"), at("bar.y"), 0] as const;
        const pushes = posts.map(([x, y], i) => {
          const from = minus([x, y, 0], middle);
          const foot = times(from[0] * along[0] + from[1] * along[1], along);
          return {
            force: forceOf(at, `bar-post${i}`, n, [n[1], -n[0], 0], false),
            arm: minus(foot, times(0.05, n)),
          };
        });
        expectBalance([0, -2 * 9.8, 0], pushes);
      }),
      runs,
    );
  });

  it("is a pyramid of four balls", async () => {
    await fc.assert(
      fc.asyncProperty(real(0.3, 3), real(0.5, 0.9), real(-3, 3), async (mass, friction, yaw) => {
        const radius = 0.1;
        const base = ["a", "b", "c"];
        const places = base.map((_, i) => {
          const angle = yaw + (2 * Math.PI * i) / 3;
          return [(2 * radius * Math.cos(angle)) / Math.sqrt(3), (2 * radius * Math.sin(angle)) / Math.sqrt(3), radius];
        });
        places.push([0, 0, radius * (1 + Math.sqrt(8 / 3))]);
        const start = [...base, "top"].flatMap((name, i) =>
          ["x", "y", "z"].map((axis, k) => [`${name}.${axis}`, places[i][k]] as const),
        );
        const at = await rest(
          {
            gravity: [0, 0, -9.8],
            bodies: [...base, "top"].map((name) => ({
              name,
              space: "spatial",
              shape: { kind: "ball", radius },
              mass: name === "top" ? mass : 1,
            })),
            world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
          },
          friction,
          Object.fromEntries(start),
        );
        const place = (name: string): ReadonlyVector => [at(`${name}.x`), at(`${name}.y`), at(`${name}.z`)];
        const size = (name: string): number =>
          Math.hypot(...["normal", "tangent", "orthogonal"].map((along) => at(`${name}.${along}Force`)));
        // by symmetry every ball of the base has the same push of the top, in the plane of both and the vertical line
        const [one] = base.map((name) => size(`${name}-top`));
        for (const name of base) expect(Math.abs(size(`${name}-top`) - one)).toBeLessThan(1e-8);
        for (const name of base) expect(at(`${name}-floor.normalForce`)).toBeCloseTo(9.8 * (1 + mass / 3), 8);
        const between = minus(place("top"), place("a"));
        const length = Math.hypot(...between);
        const [normal, rub] = [
          at("a-top.normalForce"),
          Math.sqrt(Math.max(0, one ** 2 - at("a-top.normalForce") ** 2)),
        ];
        const [rise, run] = [between[2] / length, Math.hypot(between[0], between[1]) / length];
        expect(normal * rise + rub * run).toBeCloseTo((9.8 * mass) / 3, 8);
        // a ball does not turn: top and floor rub it alike, the one in the middle of both, the other where its surface is lowest
        const onFloor = Math.hypot(at("a-floor.tangentForce"), at("a-floor.orthogonalForce"));
        const arms = [length / 2, radius];
        expect(Math.abs(onFloor * arms[1] - rub * arms[0])).toBeLessThan(1e-8);
      }),
      runs,
    );
  });
});

describe("a mirrored scene", () => {
  it("moves as the mirror image does", async () => {
    await fc.assert(
      fc.asyncProperty(real(-1, 1), real(-2, 2), real(0.1, 0.5), async (speed, spin, slope) => {
        const scene = (side: 1 | -1): Parts => {
          const outline = [
            [-0.1, -0.08],
            [0.15, -0.05],
            [0.02, 0.12],
          ].map(([x, y]): [number, number] => [side * x, y]);
          return {
            gravity: [0, -9.8, 0],
            bodies: [
              {
                name: "wedge",
                space: "planar",
                shape: { kind: "polygon", vertices: side === 1 ? outline : outline.reverse() },
                mass: 1,
                inertia: 0.01,
              },
              { name: "disk", space: "planar", shape: { kind: "ball", radius: 0.1 }, mass: 0.5 },
            ],
            world: [
              { name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [side, 0, 0], offset: 0 } },
              {
                name: "ramp",
                shape: {
                  kind: "half-space",
                  normal: [-side * Math.sin(slope), Math.cos(slope), 0],
                  tangent: [side * Math.cos(slope), Math.sin(slope), 0],
                  offset: -0.3 * Math.sin(slope),
                },
              },
            ],
          };
        };
        const moved = async (side: 1 | -1) => {
          const start = {
            "wedge.x": side * -0.2,
            "wedge.y": 0.4,
            "wedge.vx": side * speed,
            "wedge.omega": side * spin,
            "disk.x": side * 0.15,
            "disk.y": 0.3,
          };
          const { status, trajectory } = await simulate(problemOf(scene(side), 0.3, start, 150));
          expect(["solved", "coarse"]).toContain(status);
          return trajectory.columns;
        };
        const [one, other] = [await moved(1), await moved(-1)];
        for (const body of ["wedge", "disk"])
          for (const [state, sign] of [
            ["x", -1],
            ["y", 1],
            ["theta", -1],
            ["vx", -1],
            ["vy", 1],
            ["omega", -1],
          ] as const)
            expect(other[`${body}.${state}`][150]).toBeCloseTo(sign * one[`${body}.${state}`][150], 6);
      }),
      { numRuns: 5 },
    );
  });
});
