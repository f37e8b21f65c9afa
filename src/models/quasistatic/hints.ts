import { activities } from "../../solve/miqp/point.js";
import { combinations, FIRST, type Miqp, type MiqpHints, type Mode, OPEN, SECOND } from "../../solve/miqp/problem.js";
import type { QuasistaticLayout } from "./layout.js";
import type { QuasistaticStep } from "./linearised.js";
import { relaxedMotions } from "./relaxations.js";

/** The modes of a contact in a step; `closed` leaves open how it slips. */
type ContactMode = "separated" | "stick" | "closed";

/** Faces with more gap than this many commands are not tried closed. */
const near = 10;

/**
 * The knowledge that mechanics has of a step's program: contacts are decided before their slip, slip before its direction; the
 * motion of a point tells its mode; contacts of one face do alike; ties go to the least motion, then to the least
 * impulses and slips.
 */
export function quasistaticHints(
  step: QuasistaticStep,
  layout: QuasistaticLayout,
  miqp: Miqp,
  rank: Uint8Array,
): MiqpHints {
  const { actuated, normal, count } = layout.columns;
  const motion = new Float64Array(count).fill(1, 0, actuated);
  const impulses = new Float64Array(count).fill(1, normal);
  return {
    rank,
    ties: [motion, impulses],
    modeOf: motionMode(step, layout, miqp),
    heuristics: () => relaxedMotions(step, layout, miqp),
    modes: () => faceModes(step, layout),
  };
}

/**
 * The mode of a motion: a contact with a gap at the end of the step is separated, one without slip sticks, else it
 * slides, with friction on the edges that oppose the slip most. Impulses of x play no part, and Γ neither.
 */
function motionMode(
  { contacts }: QuasistaticStep,
  { columns, rows }: QuasistaticLayout,
  miqp: Miqp,
): (x: Float64Array, tolerance: number) => Mode {
  return (x, tolerance) => {
    const activity = new Float64Array(miqp.rowLower.length);
    activities(miqp.A, x, activity);
    const mode = new Uint8Array(miqp.pairs.length);
    let pair = 0;
    let { rho } = rows;
    contacts.forEach(({ edges }, i) => {
      const opposed = edges.map((_, k) => miqp.rowLower[rho + k] - activity[rho + k] + x[columns.slip + i]);
      rho += edges.length;
      const most = Math.max(...opposed);
      if (activity[rows.gap + i] - miqp.rowLower[rows.gap + i] > tolerance)
        pair = contactMode(mode, pair, edges.length, "separated");
      else if (most <= tolerance) pair = contactMode(mode, pair, edges.length, "stick");
      else {
        mode[pair++] = FIRST;
        for (const v of opposed) mode[pair++] = v >= most - tolerance ? FIRST : SECOND;
        mode[pair++] = FIRST;
      }
    });
    return mode;
  };
}

/** Writes the pairs of one contact, (φ⁺, P_n), (ρ, P_f) for every edge, (s, Γ), from `pair` on; returns the next. */
function contactMode(mode: Mode, pair: number, edges: number, what: ContactMode): number {
  mode[pair] = what === "separated" ? SECOND : FIRST;
  const slipping = what === "separated" ? SECOND : what === "stick" ? FIRST : OPEN;
  mode.fill(slipping, pair + 1, pair + 1 + edges);
  mode[pair + 1 + edges] = what === "separated" ? FIRST : what === "stick" ? SECOND : OPEN;
  return pair + edges + 2;
}

/** Every choice of separated, sticking or closed for the faces that are near, the others separated. */
function* faceModes({ contacts }: QuasistaticStep, { length }: QuasistaticLayout): Iterable<Mode> {
  const faces = [...new Set(contacts.map(({ face }, i) => face ?? `contact ${i}`))];
  if (faces.length > 8) return; // 3⁸ choices are more than branching needs
  const faceOf = contacts.map(({ face }, i) => faces.indexOf(face ?? `contact ${i}`));
  const choices = faces.map((_, f): readonly ContactMode[] => {
    const gaps = contacts.filter((_, i) => faceOf[i] === f).map(({ gap }) => gap);
    return Math.min(...gaps) > near * length ? ["separated"] : ["stick", "closed", "separated"];
  });
  const size = contacts.reduce((sum, { edges }) => sum + edges.length + 2, 0);
  for (const picked of combinations(choices)) {
    const mode = new Uint8Array(size);
    let pair = 0;
    contacts.forEach(({ edges }, i) => {
      pair = contactMode(mode, pair, edges.length, picked[faceOf[i]]);
    });
    yield mode;
  }
}
