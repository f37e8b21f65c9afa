import fc from "fast-check";
import type { Result } from "../src/motion/result.js";

/**
 * Numbers evenly spread over a range, a millionth of it apart. `fc.double` draws exponents evenly, and so hardly anything
 * but tiny numbers; a bias towards the ends would leave few scenes in which everything moves.
 */
export const real = (min: number, max: number): fc.Arbitrary<number> =>
  fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((k) => min + ((max - min) * k) / 1_000_000);

/** A launch of the ball within what tables see: speed ≤ 3 m/s, spin ≤ 60 rad/s, μ in 0.05 … 1, T in 0.3 … 2 s. */
export const launches = fc
  .record({
    speed: real(0, 3),
    heading: real(0, 2 * Math.PI),
    spin: real(0, 60),
    azimuth: real(0, 2 * Math.PI),
    height: real(-1, 1),
    friction: real(0.05, 1),
    steps: fc.integer({ min: 30, max: 200 }),
  })
  .map(({ speed, heading, spin, azimuth, height, friction, steps }) => {
    const level = Math.sqrt(1 - height * height);
    return {
      "launch.vx": speed * Math.cos(heading),
      "launch.vy": speed * Math.sin(heading),
      "spin.x": spin * level * Math.cos(azimuth),
      "spin.y": spin * level * Math.sin(azimuth),
      "spin.z": spin * height,
      friction,
      "grid.steps": steps,
    };
  });

/** Contact data over three orders of magnitude, and a start up to a centimetre above or 0.2 mm inside the table. */
export const contacts = fc
  .record({ stiffness: real(3, 5), damping: real(0, 100), lift: real(-2e-4, 1e-2), mass: real(0.05, 1) })
  .map(({ stiffness, damping, lift, mass }) => ({
    stiffness: 10 ** stiffness,
    damping,
    mass,
    "start.z": 0.05 + lift,
  }));

/** What the rows of a step are asked to be met to, and what a march goes on from where rounding leaves more [own units]. */
const [asked, accepted] = [1e-12, 1e-10];

/**
 * The Fritz John row √(λ_f² + γ²) ≤ μλ_n + γ is met to the residual r of a march; at λ_n = 0 and γ = 1e-4 N it is so flat
 * that this leaves |λ_f| ≤ √(2γr) N, and a thousandth for rounding.
 */
export function smoothedCone({ status, solution }: Result): number {
  const met = status === "solved" ? Math.min(accepted, Math.max(asked, solution.residual)) : accepted;
  return 1.001 * Math.sqrt(2 * 1e-4 * met);
}
