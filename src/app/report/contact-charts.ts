import type { Drawing } from "./charts.js";
import type { ConeFigure, Figure, SeriesFigure } from "./figures.js";
import { type ContactColumns, changes } from "./motion.js";

/** More changes than this would hide the curve behind their marks. */
const mostEvents = 4;

/** A contact that never presses harder shows rounding only, and gets no chart of its own [N]. */
const leastForce = 1e-9;

/** Slip speed, friction inside its cone, and normal force of every contact. */
export function contactFigures(drawing: Drawing): Figure[] {
  const { contacts } = drawing;
  if (contacts.length === 0) return [];
  const sliding = contacts.filter(({ slip }) => slip !== undefined);
  const figures: Figure[] = [];
  if (sliding.length > 0)
    figures.push(
      compared(drawing, sliding, ({ slip }) => slip!, {
        title: "Slip speed",
        label: "slip speed",
        unit: "m/s",
        text: "Speed at which the contact point slides over the surface; zero where it sticks.",
      }),
    );
  for (const contact of contacts)
    if (contact.normal.some((force) => force > leastForce)) figures.push(...friction(drawing, contact));
  figures.push(
    compared(drawing, contacts, ({ normal }) => normal, {
      title: "Normal force",
      label: "normal force",
      unit: "N",
      text: "Force that presses the surfaces together; zero where the contact is open.",
    }),
  );
  return figures;
}

function compared(
  drawing: Drawing,
  contacts: readonly ContactColumns[],
  column: (contact: ContactColumns) => Float64Array,
  captions: Pick<SeriesFigure, "title" | "label" | "unit" | "text">,
): SeriesFigure {
  const lines = contacts.map((contact) => ({ name: contact.name, values: drawing.pick(column(contact)) }));
  const events = contacts.length === 1 ? eventsOf(drawing, contacts[0]!) : [];
  return { kind: "series", ...captions, lines, zero: true, events };
}

/** Where a contact begins to slip, stick or fly, if that is seldom enough to be marked. */
function eventsOf({ result }: Drawing, { state }: ContactColumns): SeriesFigure["events"] {
  const found = changes(state);
  return found.length > mostEvents ? [] : found.map(({ k, to }) => ({ t: result.trajectory.t[k]!, label: to }));
}

function friction(drawing: Drawing, contact: ContactColumns): Figure[] {
  const { name, tangent, orthogonal, radius } = contact;
  if (tangent === undefined || radius === undefined) return [];
  const square = isSquare(contact);
  const size = tangent.map((force, k) => {
    const other = orthogonal?.[k] ?? 0;
    return square ? Math.max(Math.abs(force), Math.abs(other)) : Math.hypot(force, other);
  });
  const figure: SeriesFigure = {
    kind: "series",
    title: `Friction at ${name}`,
    label: "friction",
    unit: "N",
    text: "Size of the friction force and the most that the normal force allows; a slipping contact uses all of it.",
    lines: [
      { name: square ? "larger component" : "friction force", values: drawing.pick(size) },
      { name: "limit", values: drawing.pick(radius), limit: true },
    ],
    zero: true,
    events: eventsOf(drawing, contact),
  };
  return orthogonal === undefined ? [figure] : [figure, cone(drawing, contact, square)];
}

/** A force beyond the circle but within the square: the pyramid of the linear models. */
function isSquare({ tangent, orthogonal, radius }: ContactColumns): boolean {
  if (tangent === undefined || orthogonal === undefined || radius === undefined) return false;
  // clearly outside of the circle, not by rounding
  return tangent.some((force, k) => Math.hypot(force, orthogonal[k]!) > 1.001 * radius[k]!);
}

function cone(
  { kept }: Drawing,
  { name, tangent, orthogonal, radius, state }: ContactColumns,
  square: boolean,
): ConeFigure {
  // a thousandth of the limit is less than a pixel
  const share = (force: number): number => Number(force.toFixed(3));
  const pushed = kept.filter((k) => radius![k]! > 0);
  return {
    kind: "cone",
    title: `Friction direction at ${name}`,
    text: `Both components of friction as shares of the limit: inside the ${square ? "square" : "circle"} the contact sticks, on it it may slip.`,
    shape: square ? "square" : "circle",
    step: pushed,
    x: pushed.map((k) => share(tangent![k]! / radius![k]!)),
    y: pushed.map((k) => share(orthogonal![k]! / radius![k]!)),
    state: pushed.map((k) => state[k]!),
  };
}
