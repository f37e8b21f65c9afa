import { createHash } from "node:crypto";
import { all, type BigNumber, create } from "mathjs";
import { describe, expect, it } from "vitest";
import { atan, atan2, cos, exp, hypot, log, pow, sin, tan } from "../../../src/algebra/elementary/elementary.js";
import { evenDoubles, hashOfElementary } from "./draws.js";

const precise = create(all, { number: "BigNumber", precision: 100 });
const bignumber = (x: number | string): BigNumber => precise.bignumber(x);

/** The number that the bits of a double stand for, not the shortest decimal that leads back to it. */
function exactly(x: number): BigNumber {
  let [whole, exponent] = [x, 0];
  while (!Number.isInteger(whole)) [whole, exponent] = [whole * 2, exponent - 1];
  return precise.multiply(
    bignumber(String(BigInt(whole))),
    precise.pow(bignumber(2), bignumber(exponent)),
  ) as BigNumber;
}

/** How far a value is from the exact one, in units of its last place. */
function unitsOff(value: number, exact: BigNumber): number {
  const unit = 2 ** Math.max(-1074, Math.floor(Math.log2(Math.abs(value))) - 52);
  return Math.abs(Number(precise.subtract(exactly(value), exact))) / unit;
}

function largest(f: (x: number) => number, exact: (x: BigNumber) => unknown, draws: readonly number[]): number {
  return draws.reduce((worst, x) => Math.max(worst, unitsOff(f(x), exact(exactly(x)) as BigNumber)), 0);
}

function close(found: number, wanted: number): void {
  if (Number.isNaN(wanted)) expect(found).toBeNaN();
  else expect(found).toBeCloseTo(wanted, 14);
}

describe("elementary functions", () => {
  const about = [...evenDoubles(300, -3, 3, 1), ...evenDoubles(100, -40, 40, 2)];

  it.each([
    ["exp", exp, (x: BigNumber) => precise.exp(x), evenDoubles(300, -300, 300, 3)],
    ["log", log, (x: BigNumber) => precise.log(x), about.map(Math.abs)],
    ["sin", sin, (x: BigNumber) => precise.sin(x), about],
    ["cos", cos, (x: BigNumber) => precise.cos(x), about],
    ["tan", tan, (x: BigNumber) => precise.tan(x), about],
    ["atan", atan, (x: BigNumber) => precise.atan(x), about],
  ] as const)("%s errs by less than one unit in the last place", (_, f, exact, draws) => {
    expect(largest(f, exact, draws)).toBeLessThan(1);
  });

  it("pow errs by less than one unit in the last place", () => {
    const bases = evenDoubles(300, 0, 20, 4).map(Math.abs);
    const powers = evenDoubles(300, -50, 50, 5);
    for (const [i, x] of bases.entries())
      expect(unitsOff(pow(x, powers[i]), precise.pow(exactly(x), exactly(powers[i])) as BigNumber)).toBeLessThan(1);
  });

  it("keeps its digits where angles are turned millions and billions of times", () => {
    const far = create(all, { number: "BigNumber", precision: 400 });
    for (const x of [1e6, 1e9 + 0.5, 2 ** 60, 1e22, 1.7e100, 6.408799389014394e259]) {
      const turn = far.multiply(far.pi, far.bignumber(2)) as BigNumber;
      const angle = far.mod(far.bignumber(String(BigInt(Math.trunc(x)))), turn) as BigNumber;
      const rest = far.bignumber(x - Math.trunc(x));
      const exact = far.sin(far.add(angle, rest) as BigNumber) as BigNumber;
      expect(Math.abs(sin(x) - Number(exact))).toBeLessThan(2e-16);
    }
  });

  it("agrees with the language about every kind of special value", () => {
    const odd = [0, -0, 1, -1, Number.NaN, Infinity, -Infinity, 0.5, 2, -2, 3, -3, 1e308, 5e-324, -5e-324, 2 ** 53];
    for (const x of odd) {
      for (const [mine, theirs] of [
        [exp, Math.exp],
        [log, Math.log],
        [atan, Math.atan],
      ] as const)
        if (!Number.isFinite(theirs(x)) || theirs(x) === 0) expect(mine(x)).toBe(theirs(x));
      close(sin(x), Math.sin(x));
      for (const y of odd) {
        close(atan2(x, y), Math.atan2(x, y));
        expect(Object.is(atan2(x, y), -0)).toBe(Object.is(Math.atan2(x, y), -0));
        const [own, given] = [pow(x, y), x ** y];
        if (Number.isNaN(given)) expect(own).toBeNaN();
        else if (given === 0 || !Number.isFinite(given)) expect(own).toBe(given);
        else expect(own / given).toBeCloseTo(1, 14);
        expect(hypot(x, y)).toBe(hypot(y, x));
      }
    }
    expect(hypot(3e200, 4e200) / 5e200).toBeCloseTo(1, 15);
    expect(hypot()).toBe(0);
  });

  it("gives the bits that are written here, in this engine as in every other", () => {
    expect(hashOfElementary((bytes) => createHash("sha256").update(bytes).digest("hex"))).toBe(
      "46ae4a522fe019f4ade938d18737080620f247ad434e54d0c41415be4706e1a0",
    );
  });
});
