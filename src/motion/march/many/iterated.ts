import { apply6, image, invert6 } from "./blocks.js";
import { armOf, diagonalBlocks, type IslandMatrix, type LinearParts, relative } from "./island-matrix.js";

/** Most iterations of one linear solve, far beyond the dozens that piles need. */
const mostSweeps = 400;
/** The part of a residual below which a linear solve need not go: what one Newton step gains at the end. */
const leastForcing = 1e-10;

const change = new Float64Array(6);

/** y = (M/h − ΣSᵀHS) x, contact by contact. */
function apply(parts: LinearParts, x: Float64Array, y: Float64Array): void {
  const { contacts, world, local, now } = parts;
  const { island, pushes } = now;
  for (let p = island.from; p < island.to; p++) {
    const at = 6 * (p - island.from);
    const mass = world.mass[island.bodies[p]] / now.h;
    const spin = world.spin[island.bodies[p]] / now.h;
    for (let i = 0; i < 3; i++) {
      y[at + i] = mass * x[at + i];
      y[at + 3 + i] = spin * x[at + 3 + i];
    }
  }
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    if (pushes[c] === 0) continue;
    relative(parts, x, c, change);
    apply6(contacts.newton.block, 36 * c, change, 0);
    const a = 6 * local[contacts.first[c]];
    const cA = armOf(parts, c, 0);
    for (let i = 0; i < 3; i++) {
      y[a + i] -= image[i];
      y[a + 3 + i] -= cA * image[3 + i];
    }
    if (contacts.second[c] >= world.bodies) continue;
    const b = 6 * local[contacts.second[c]];
    const cB = armOf(parts, c, 1);
    for (let i = 0; i < 3; i++) {
      y[b + i] += image[i];
      y[b + 3 + i] -= cB * image[3 + i];
    }
  }
}

function precondition({ inverses }: IslandMatrix, size: number, x: Float64Array, y: Float64Array): void {
  for (let at = 0; at < size; at += 6) {
    apply6(inverses, 6 * at, x, at);
    for (let i = 0; i < 6; i++) y[at + i] = image[i];
  }
}

function dot(size: number, x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += x[i] * y[i];
  return sum;
}

/**
 * Solves to a part of the right side by BiCGSTAB (van der Vorst 1992), preconditioned from the right by the inverse blocks
 * of bodies: friction makes the system unsymmetric. False where it breaks down.
 */
export function solveIterated(parts: LinearParts, matrix: IslandMatrix, forcing: number): boolean {
  const { step, now } = parts;
  const { diagonal, inverses } = matrix;
  const size = 6 * (now.island.to - now.island.from);
  diagonalBlocks(parts, diagonal);
  for (let at = 0; at < 6 * size; at += 36) if (!invert6(diagonal, at, inverses, at)) return false;
  const [r, start, p, q, s, t, y] = matrix.krylov;
  for (let i = 0; i < size; i++) {
    r[i] = step[i];
    start[i] = r[i];
    p[i] = r[i];
    step[i] = 0;
  }
  const goal = Math.max(forcing, leastForcing) * Math.sqrt(dot(size, r, r));
  let rho = dot(size, start, r);
  for (let k = 0; k < mostSweeps; k++) {
    precondition(matrix, size, p, y);
    apply(parts, y, q);
    const alpha = rho / dot(size, start, q);
    for (let i = 0; i < size; i++) {
      step[i] += alpha * y[i];
      s[i] = r[i] - alpha * q[i];
    }
    if (Math.sqrt(dot(size, s, s)) <= goal) return true;
    precondition(matrix, size, s, y);
    apply(parts, y, t);
    const omega = dot(size, t, s) / dot(size, t, t);
    for (let i = 0; i < size; i++) {
      step[i] += omega * y[i];
      r[i] = s[i] - omega * t[i];
    }
    if (Math.sqrt(dot(size, r, r)) <= goal) return true;
    const next = dot(size, start, r);
    const beta = (next / rho) * (alpha / omega);
    // no number where the recursion broke down
    if (!(Math.abs(beta) < Infinity)) return Number.isFinite(step[0]);
    rho = next;
    for (let i = 0; i < size; i++) p[i] = r[i] + beta * (p[i] - omega * q[i]);
  }
  return true;
}
