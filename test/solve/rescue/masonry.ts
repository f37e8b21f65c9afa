import { fromTriplets } from "../../../src/algebra/sparse.js";
import type { Mcp } from "../../../src/solve/mcp.js";
import { uniform } from "../../algebra/matrices.js";

/** A brick by its middle and half sizes. */
interface Brick {
  readonly x: number;
  readonly z: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** A point where a lower partner (−1: the ground) carries a brick: levelled joints, so the normal is up. */
interface Joint {
  readonly upper: number;
  readonly lower: number;
  readonly x: number;
  readonly z: number;
  readonly friction: number;
}

/** A wall: its problem, forces that hold it, in the order of the unknowns, and its unknowns of motion, which come first. */
export interface Wall {
  readonly mcp: Mcp;
  readonly known: Float64Array;
  readonly motions: number;
}

/** Other walls than those in running bond: every friction coefficient by a factor, stones of all widths with holes between. */
interface Masonry {
  readonly friction?: number;
  readonly isRubble?: boolean;
}

/**
 * A random wall in running bond with openings, dry joints with friction, as the problem of its static equilibrium
 * (Stewart, Trinkle 1996, without masses): velocities v of the bricks are free, forces are not negative,
 *
 *     −Gₙλ − Gₜ(β⁺ − β⁻) = load ⟂ v,   0 ≤ λ ⟂ Gₙᵀv ≥ 0,   0 ≤ β± ⟂ ±Gₜᵀv + γ ≥ 0,   0 ≤ γ ⟂ μλ − β⁺ − β⁻ ≥ 0.
 *
 * The rows of v know no v, so the free part is zero and joints are more than bricks have motions: rank-deficient by
 * construction. The load is what random admissible forces carry, some of them zero, some sliding: v = 0 solves it.
 */
export function masonryWall(seed: number, most = 1100, { friction = 1, isRubble = false }: Masonry = {}): Wall {
  const random = uniform(seed);
  const bricks = isRubble ? randomStones(random) : randomBricks(random);
  const perBrick = 19; // three motions, two supports of two points with four unknowns each
  while (bricks.length > most / perBrick) bricks.pop();
  const joints = jointsOf(bricks, random).map((joint) => ({ ...joint, friction: friction * joint.friction }));
  return wallOf(bricks, joints, random);
}

function randomBricks(random: () => number): Brick[] {
  const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const columns = whole(3, 12);
  const courses = whole(2, 12);
  const halfWidth = 0.05 + 0.2 * random();
  const opening = { from: whole(1, columns - 1), to: 0, bottom: whole(0, courses - 1), top: 0 };
  opening.to = opening.from + whole(0, 2);
  opening.top = opening.bottom + whole(0, 2);
  const bricks: Brick[] = [];
  let z = 0;
  for (let course = 0; course < courses; course++) {
    const halfHeight = 0.03 + 0.1 * random();
    const shift = course % 2;
    for (let k = 0; k < columns + shift; k++) {
      if (course >= opening.bottom && course <= opening.top && k >= opening.from && k <= opening.to) continue;
      const isHalf = shift === 1 && (k === 0 || k === columns);
      const middle = 2 * k + 1 - shift + (isHalf ? (k === 0 ? 0.5 : -0.5) : 0);
      bricks.push({
        x: middle * halfWidth,
        z: z + halfHeight,
        halfWidth: isHalf ? halfWidth / 2 : halfWidth,
        halfHeight,
      });
    }
    z += 2 * halfHeight;
  }
  return bricks;
}

/** Courses of random heights, cut at random places, a tenth of the stones missing. */
function randomStones(random: () => number): Brick[] {
  const width = 1 + 4 * random();
  const courses = 2 + Math.floor(12 * random());
  const typical = 0.1 + 0.4 * random();
  const stones: Brick[] = [];
  let z = 0;
  for (let course = 0; course < courses; course++) {
    const halfHeight = 0.02 + 0.15 * random();
    for (let left = 0; left < width; ) {
      const right = Math.min(width, left + typical * (0.3 + 1.4 * random()));
      const halfWidth = (right - left) / 2;
      if (random() > 0.1 || course === 0)
        stones.push({ x: left + halfWidth, z: z + halfHeight, halfWidth, halfHeight });
      left = right;
    }
    z += 2 * halfHeight;
  }
  return stones;
}

/** Two points a joint, at the ends of what two bricks share. */
function jointsOf(bricks: readonly Brick[], random: () => number): Joint[] {
  const joints: Joint[] = [];
  const join = (upper: number, lower: number, from: number, to: number, z: number): void => {
    const friction = 0.2 + 0.6 * random();
    for (const x of [from, to]) joints.push({ upper, lower, x, z, friction });
  };
  bricks.forEach((brick, upper) => {
    const bottom = brick.z - brick.halfHeight;
    const [left, right] = [brick.x - brick.halfWidth, brick.x + brick.halfWidth];
    if (bottom < 1e-9) join(upper, -1, left, right, 0);
    bricks.forEach((other, lower) => {
      if (Math.abs(other.z + other.halfHeight - bottom) > 1e-9) return;
      const from = Math.max(left, other.x - other.halfWidth);
      const to = Math.min(right, other.x + other.halfWidth);
      if (to - from > 1e-9) join(upper, lower, from, to, bottom);
    });
  });
  return joints;
}

function wallOf(bricks: readonly Brick[], joints: readonly Joint[], random: () => number): Wall {
  const motions = 3 * bricks.length;
  const n = motions + 4 * joints.length;
  const triplets = { row: [] as number[], column: [] as number[], value: [] as number[] };
  const put = (row: number, column: number, value: number): void => {
    triplets.row.push(row);
    triplets.column.push(column);
    triplets.value.push(value);
  };
  const known = new Float64Array(n);
  joints.forEach((joint, k) => {
    const first = motions + 4 * k;
    const [normal, right, left, slip] = [first, first + 1, first + 2, first + 3];
    for (const [brick, sign] of [[joint.upper, 1] as const, [joint.lower, -1] as const]) {
      if (brick < 0) continue;
      const armX = joint.x - bricks[brick].x;
      const armZ = joint.z - bricks[brick].z;
      // velocity of the point: (vx + ω armZ, vz − ω armX), ω about y
      for (const [motion, alongNormal, along] of [
        [3 * brick, 0, 1],
        [3 * brick + 1, 1, 0],
        [3 * brick + 2, -armX, armZ],
      ] as const) {
        if (alongNormal !== 0) {
          put(motion, normal, -sign * alongNormal);
          put(normal, motion, sign * alongNormal);
        }
        if (along !== 0)
          for (const [tangent, way] of [[right, 1] as const, [left, -1] as const]) {
            put(motion, tangent, -sign * way * along);
            put(tangent, motion, sign * way * along);
          }
      }
    }
    for (const tangent of [right, left]) {
      put(tangent, slip, 1);
      put(slip, tangent, -1);
    }
    put(slip, normal, joint.friction);
    const force = random() < 0.2 ? 0 : 10 * random();
    const share = random() < 0.2 ? 1 : random();
    known[normal] = force;
    known[random() < 0.5 ? right : left] = share * joint.friction * force;
  });
  const pattern = fromTriplets([n, n], triplets.row, triplets.column, triplets.value);
  const { colPtr, rowIdx, values } = pattern;
  const load = new Float64Array(n);
  const multiply = (z: Float64Array, out: Float64Array): void => {
    for (let j = 0; j < n; j++) for (let p = colPtr[j]; p < colPtr[j + 1]; p++) out[rowIdx[p]] += values[p] * z[j];
  };
  multiply(known, load);
  load.fill(0, motions);
  const mcp: Mcp = {
    name: (i) => (i < motions ? `brick ${Math.floor(i / 3)} ${"xzω"[i % 3]}` : `joint ${(i - motions) >> 2}, ${i % 4}`),
    lower: Float64Array.from({ length: n }, (_, i) => (i < motions ? Number.NEGATIVE_INFINITY : 0)),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    scale: new Float64Array(n).fill(1),
    pattern,
    evaluate(z, residual, jacobian) {
      for (let i = 0; i < n; i++) residual[i] = -load[i];
      multiply(z, residual);
      jacobian?.set(values);
      return true;
    },
  };
  return { mcp, known, motions };
}

/** Start `which` of 0 … 4 for a wall: zeros, ones, and noise of growing size. */
export function wallStart({ known }: Wall, seed: number, which: number): Float64Array {
  const random = uniform(1000 * seed + which);
  return known.map(() => (which < 2 ? which : (which - 1) * 2 * (2 * random() - 1)));
}
