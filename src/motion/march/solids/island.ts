import { fromTriplets } from "../../../algebra/sparse.js";
import type { SpaceSizes } from "../../../mechanics/assembly.js";
import { solidInputs, velocityNames } from "../../../mechanics/solids/solid-kinds.js";
import { denseLu, sparseLu } from "../../../solve/linear.js";
import type { Mcp } from "../../../solve/mcp.js";
import { type NewtonState, newton } from "../../../solve/newton/newton.js";
import { bodyInputs, type KindKernels, momentumUnit, type SolidWorld, solidBody } from "./world.js";

/** A near contact in the step that is solved. */
interface NearNow {
  /** True in the first step in which the two are near. */
  isNew: boolean;
  /** True of a contact that pushes, or that did when last looked at: all others have no unknowns in the island. */
  pushes: boolean;
  /** The gap at the start of the step, or less [m]. */
  gap: number;
}

/** A contact of two that are near: its kernels, their inputs, and outputs of the last evaluation. */
export interface Near {
  readonly a: number;
  /** A body, or the number of bodies plus that of a part of the world. */
  readonly b: number;
  /** Which of the contacts that the two make. */
  readonly part: number;
  readonly kernels: KindKernels;
  readonly x: Float64Array;
  readonly work: { readonly rows: Float64Array; readonly slopes: Float64Array };
  /** Its unknowns in the step before. */
  readonly start: Float64Array;
  readonly now: NearNow;
}

/** Bodies that push each other, and the places of their unknowns: velocities, then those of their contacts. */
export interface SolidIsland {
  readonly sizes: SpaceSizes;
  readonly bodies: readonly number[];
  readonly contacts: readonly Near[];
  readonly size: number;
  /** The place of the first unknown of each contact. */
  readonly offsets: readonly number[];
  /** The place of the first unknown of a body. */
  readonly at: (body: number) => number;
  /** See `momentumUnit`. */
  readonly unit: () => number;
  /** The step as one Mcp, for islands that need it. */
  readonly careful: () => Careful;
}

/** An island as an Mcp, and the Newton that solves it. */
export interface Careful {
  readonly mcp: Mcp;
  readonly solver: ReturnType<typeof newton>;
  state: NewtonState | undefined;
}

/** Residual that a step aims at, and at which it may stop [N s, or without unit], as in the march of rows. */
export const tolerance = 1e-12;
export const attainable = 1e-10;
const maxIterations = 100;
/** Unknowns up to which a dense matrix costs less. */
const mostDense = 40;

const dense = newton({ tolerance, maxIterations, linear: denseLu });
const sparse = newton({ tolerance, maxIterations, linear: sparseLu });

/** Inputs of all bodies' kernels. */
export type BodyInputs = readonly Float64Array[];

const bodyRows = new Float64Array(6);
const bodySlopes = new Float64Array(36);

/** The island of some bodies and of the contacts between them. */
export function solidIsland(
  world: SolidWorld,
  inputs: BodyInputs,
  bodies: readonly number[],
  contacts: readonly Near[],
): SolidIsland {
  const { sizes } = world.solids;
  let size = sizes.velocities * bodies.length;
  const offsets = contacts.map(({ kernels }) => {
    size += kernels.unknowns;
    return size - kernels.unknowns;
  });
  const local = new Map(bodies.map((body, i) => [body, sizes.velocities * i] as const));
  const at = (body: number): number => local.get(body) ?? 0;
  let made: Careful | undefined;
  const island: SolidIsland = {
    sizes,
    bodies,
    contacts,
    size,
    offsets,
    at,
    unit: () => momentumUnit(world),
    careful() {
      made ??= { mcp: mcpOf(world, inputs, island), solver: size > mostDense ? sparse : dense, state: undefined };
      return made;
    },
  };
  return island;
}

/** All rows of an island. */
function mcpOf(world: SolidWorld, inputs: BodyInputs, island: SolidIsland): Mcp {
  const { bodies, contacts, size, offsets, at: of, sizes } = island;
  const wide = sizes.velocities;
  const { rows: own } = solidBody(sizes.space);
  const rowAt: number[] = [];
  const columnAt: number[] = [];
  const starts = bodies.map((_, i) =>
    put(
      own.pattern,
      (k) => wide * i + k,
      (k) => wide * i + k,
    ),
  );
  const placed = contacts.map(({ a, b, kernels }, c) => {
    const { unknowns, rows, velocities: moving } = kernels;
    const velocity = (k: number): number => (k < wide ? of(a) + k : of(b) + k - wide);
    const inside = (k: number): number => offsets[c] + k;
    const row = (k: number): number => (k < unknowns ? inside(k) : velocity(k - unknowns));
    return { row, start: put(rows.pattern, row, (k) => (k < moving ? velocity(k) : inside(k - moving))) };
  });

  function put(
    { row, col }: { readonly row: Int32Array; readonly col: Int32Array },
    rowOf: (k: number) => number,
    columnOf: (k: number) => number,
  ): number {
    const start = rowAt.length;
    for (let p = 0; p < row.length; p++) {
      rowAt.push(rowOf(row[p]));
      columnAt.push(columnOf(col[p]));
    }
    return start;
  }

  const pattern = fromTriplets([size, size], rowAt, columnAt);
  const slots = Int32Array.from(rowAt, (row, p) => slotOf(pattern, row, columnAt[p]));
  const targets = contacts.map(({ kernels }, c) =>
    Int32Array.from({ length: kernels.rows.rows }, (_, k) => placed[c].row(k)),
  );
  const lower = new Float64Array(size).fill(-Infinity);
  const upper = new Float64Array(size).fill(Infinity);
  contacts.forEach(({ kernels }, c) => {
    kernels.kind.unknowns.forEach((unknown, i) => {
      lower[offsets[c] + i] = unknown.lower;
      upper[offsets[c] + i] = unknown.upper;
    });
  });

  const evaluate: Mcp["evaluate"] = (z, F, J) => {
    F.fill(0);
    J?.fill(0);
    for (let i = 0; i < bodies.length; i++) {
      const x = inputs[bodies[i]];
      for (let k = 0; k < wide; k++) x[bodyInputs.velocities + k] = z[wide * i + k];
      if (J === undefined) own.residual(x, bodyRows);
      else own.jacobian(x, bodyRows, bodySlopes);
      for (let k = 0; k < wide; k++) F[wide * i + k] += bodyRows[k];
      if (J !== undefined) for (let p = 0; p < own.pattern.row.length; p++) J[slots[starts[i] + p]] += bodySlopes[p];
    }
    for (let c = 0; c < contacts.length; c++) {
      const { kernels, work, x } = contacts[c];
      const { rows, slopes } = work;
      loadVelocities(island, contacts[c], z);
      for (let k = 0; k < kernels.unknowns; k++) x[solidInputs.unknowns + k] = z[offsets[c] + k];
      if (J === undefined) kernels.rows.residual(x, rows);
      else kernels.rows.jacobian(x, rows, slopes);
      const target = targets[c];
      for (let k = 0; k < target.length; k++) F[target[k]] += rows[k];
      const { start } = placed[c];
      if (J !== undefined) for (let p = 0; p < kernels.rows.pattern.row.length; p++) J[slots[start + p]] += slopes[p];
    }
    inUnits(F, J);
    return true;
  };

  const inForces = new Uint8Array(size).fill(1, 0, wide * bodies.length);
  for (const offset of offsets) inForces.fill(1, offset, offset + sizes.friction);

  /** Momenta and forces in their unit, which is a power of two. */
  function inUnits(F: Float64Array, J: Float64Array | undefined): void {
    const unit = momentumUnit(world);
    if (unit === 1) return;
    for (let i = 0; i < size; i++) if (inForces[i] === 1) F[i] /= unit;
    if (J !== undefined) for (let p = 0; p < J.length; p++) if (inForces[pattern.rowIdx[p]] === 1) J[p] /= unit;
  }

  return {
    name: (i) => nameOf(world, bodies, i),
    lower,
    upper,
    scale: Float64Array.from(lower, (_, i) => (i < wide * bodies.length && i % wide >= sizes.linear ? 10 : 1)),
    pattern,
    evaluate,
  };
}

/** Writes the velocities of its two into the inputs of a contact. */
export function loadVelocities({ at, sizes }: SolidIsland, { a, b, x, kernels }: Near, z: Float64Array): void {
  const { velocities } = solidInputs;
  const first = at(a);
  for (let k = 0; k < sizes.velocities; k++) x[velocities + k] = z[first + k];
  if (kernels.kind.moving) {
    const second = at(b);
    for (let k = 0; k < sizes.velocities; k++) x[velocities + 6 + k] = z[second + k];
  }
}

/** The place of an entry of a pattern that has it. */
export function slotOf({ colPtr, rowIdx }: Mcp["pattern"], row: number, column: number): number {
  let slot = colPtr[column];
  while (rowIdx[slot] !== row) slot++;
  return slot;
}

function nameOf({ assembly, solids: { sizes } }: SolidWorld, bodies: readonly number[], i: number): string {
  const body = bodies[Math.floor(i / sizes.velocities)];
  return body === undefined
    ? "a contact"
    : `${assembly.bodies[body]}.${velocityNames(sizes.space)[i % sizes.velocities]}`;
}
