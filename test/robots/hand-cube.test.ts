import { expect, it } from "vitest";
import { expected, problem } from "../../problems/robots/hand-cube.js";
import { rotate } from "../../src/algebra/rotation.js";
import { solve } from "../../src/motion/solve.js";

const [mass, friction, reserve, least, gravity] = [0.5, 0.8, 0.8, 0.5, 9.81];
const faces = { thumb: -1, left: 1, right: 1 } as const;

it("robots/hand-cube turns the cube by what its fingertips give it, and none of them slips", async () => {
  const { status, values, trajectory } = await solve(problem);
  expect(status).toBe("solved");
  for (const { name, value, tolerance } of expected.values)
    expect(Math.abs(Number(values[name]) - Number(value)), name).toBeLessThan(tolerance);
  const { t, columns } = trajectory;
  for (let k = 1; k < t.length; k++) {
    const at = (name: string, j = k): number => columns[name][j];
    const force = [0, 0, -mass * gravity];
    for (const [finger, side] of Object.entries(faces)) {
      const [n, a, b] = ["normal", "tangent", "orthogonal"].map((axis) => at(`${finger}.${axis}Force`));
      expect(n).toBeGreaterThan(least - 1e-9);
      expect(Math.max(Math.abs(a), Math.abs(b))).toBeLessThan(reserve * friction * n + 1e-9);
      const slip = Math.hypot(at(`${finger}.slidingVelocityT`), at(`${finger}.slidingVelocityO`));
      expect(slip).toBeLessThan(1e-9);
      // a fingertip is pushed along the outward normal, and so the cube against it; n × t is the third axis
      const pushed = rotate(
        [at("cube.e0"), at("cube.ex"), at("cube.ey"), at("cube.ez")].map(
          (part, _, all) => part / Math.hypot(...all),
        ) as [number, number, number, number],
        [-a, -side * n, side * b],
      );
      pushed.forEach((part, axis) => {
        force[axis] += part;
      });
    }
    ["vx", "vy", "vz"].forEach((rate, axis) => {
      const change = at(`cube.${rate}`) - at(`cube.${rate}`, k - 1);
      expect(Math.abs(mass * change - (t[k] - t[k - 1]) * force[axis])).toBeLessThan(1e-9);
    });
  }
});
