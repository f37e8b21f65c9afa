import { expect, it } from "vitest";
import { add, type Expr, mul, sub } from "../../../src/expr/expr.js";
import { last, now, parameter } from "../../../src/mechanics/model.js";
import { atRest, type Scene } from "../../../src/mechanics/scene.js";
import { type RigidContact, rigid } from "../../../src/models/rigid.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { pastOf } from "../../../src/motion/launches/windows/past.js";

const law = { friction: 0.2, restitution: 0.9 };
const disk = { kind: "ball", radius: 0.1 } as const;
const wall = { kind: "half-space", normal: [-1, 0, 0], tangent: [0, 1, 0], offset: -3 } as const;

/** Two disks and a wall, a condition on one of them, and a force on it. */
function past(aim: Expr, force: Expr | number = 0): readonly string[] {
  const scene: Scene<RigidContact> = {
    gravity: [0, 0, 0],
    bodies: ["a", "b"].map((name) => ({ name, space: "planar" as const, mass: 1, inertia: 0.01 })),
    contacts: [
      { name: "a wall", body: "a", shape: disk, against: wall, ...law },
      { name: "b wall", body: "b", shape: disk, against: wall, ...law },
      { name: "both", body: "a", shape: disk, against: { body: "b", shape: disk }, ...law },
    ],
    applied: [{ body: "a", force: [force, 0, 0], torque: [0, 0, 0] }],
  };
  const model = rigid(scene);
  const { compiled } = setUp({
    name: "past",
    title: "Two disks",
    model,
    parameters: { v: { value: 1, unit: "m/s", meaning: "launch" } },
    start: { ...atRest(model), "b.x": 1, "a.vx": parameter("v") },
    grid: { end: 1, accuracy: 1e-6 },
    boundary: [{ name: "end", unit: "m", residual: aim, frees: "v" }],
    values: {},
  });
  return pastOf(compiled)(["b wall", "a wall", "both", "b wall"]);
}

it("a condition knows of impacts of its body, and before those with another body of that one's", () => {
  expect(past(sub(last("a.x"), 1))).toEqual(["b wall", "a wall", "both"]);
});

it("of all, where it is about more than places, or where bodies move each other without contact", () => {
  const all = ["b wall", "a wall", "both", "b wall"];
  expect(past(sub(last("a.vx"), 1))).toEqual(all);
  expect(past(add(last("a.x"), last("a.vx")))).toEqual(all);
  const spring = mul(3, sub(now("b.x"), now("a.x")));
  expect(past(sub(last("a.x"), 1), spring)).toEqual(all);
});
