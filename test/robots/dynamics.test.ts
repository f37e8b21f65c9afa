import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../src/algebra/random.js";
import { evaluate } from "../../src/expr/expr.js";
import { inertiasAtZero, kineticEnergy } from "../../src/robots/dynamics.js";
import { parseMjcf } from "../../src/robots/mjcf.js";
import { coordinatesOf } from "../../src/robots/robot.js";
import { parseUrdf } from "../../src/robots/urdf.js";
import {
  between,
  leaf,
  mjcf,
  ours,
  randomRobot,
  worstAgainstMujoco,
  worstOfFree,
} from "../bench/robots/against-mujoco.js";
import { urdf } from "../bench/robots/urdf-text.js";

describe("inverse dynamics", () => {
  it("agrees with MuJoCo on random trees, read from the same URDF or MJCF", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const robot = randomRobot(seed);
      const text = seed % 2 === 0 ? mjcf(robot) : urdf(robot);
      const read = seed % 2 === 0 ? parseMjcf(text).robot : parseUrdf(text);
      expect(worstAgainstMujoco(read, 20, seed, text), `seed ${seed}`).toBeLessThan(1e-9);
    }
  });

  it("agrees with MuJoCo on random trees whose root is free", () => {
    for (let seed = 1; seed <= 6; seed++)
      expect(worstOfFree(randomRobot(seed), 20, seed), `seed ${seed}`).toBeLessThan(1e-9);
  });

  it("gives an inertia matrix that is symmetric, whose form is twice the kinetic energy", () => {
    for (let seed = 20; seed < 25; seed++) {
      const robot = randomRobot(seed);
      const names = coordinatesOf(robot);
      const draw = randomNumbers(seed);
      const [q, v] = [names.map(() => between(draw, -3, 3)), names.map(() => between(draw, -3, 3))];
      const { M } = ours(robot)(q, v);
      for (const [i, row] of M.entries()) for (const [j, x] of row.entries()) expect(x).toBeCloseTo(M[j][i], 9);
      const form = v.reduce((sum, vi, i) => sum + M[i].reduce((part, x, j) => part + vi * x * v[j], 0), 0);
      const energy = kineticEnergy(robot, { position: (name) => leaf("q", name), velocity: (name) => leaf("v", name) });
      const at = (name: string): number => (name.startsWith("q.") ? q : v)[names.indexOf(name.slice(2))];
      expect(2 * evaluate(energy, at)).toBeCloseTo(form, 8);
      const zero = ours(robot)(
        names.map(() => 0),
        names.map(() => 0),
      ).M;
      const alone = inertiasAtZero(robot, names);
      for (const [i, name] of names.entries()) expect(evaluate(alone.get(name)!, at)).toBeCloseTo(zero[i][i], 9);
    }
  });
});
