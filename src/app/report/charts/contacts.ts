import { type ContactMotion, changes } from "../../motion-view/motion.js";
import type { Drawing } from "./drawing.js";
import type { ConeFigure, Figure, SeriesFigure } from "./figures.js";

/** More changes than this would hide the curve behind their marks. */
const mostEvents = 4;

/** A contact that never presses harder shows rounding only, and gets no chart of its own [N]. */
const leastForce = 1e-9;

/** Slip speed, friction inside its cone, and normal force of every contact. */
export function contactFigures(drawing: Drawing): Figure[] {
  const { contacts } = drawing;
  if (contacts.length === 0) return [];
  const sliding = contacts.flatMap(({ slip, ...contact }) => (slip === undefined ? [] : [{ ...contact, slip }]));
  const figures: Figure[] = [];
  if (sliding.length > 0)
    figures.push(
      compareContacts(drawing, sliding, ({ slip }) => slip, {
        title: "Slip speed",
        label: "slip speed",
        unit: "m/s",
        text: "Speed at which the contact point slides over the surface; zero where it sticks.",
      }),
    );
  for (const contact of contacts)
    if (contact.normal.some((force) => force > leastForce)) figures.push(...friction(drawing, contact));
  figures.push(
    compareContacts(drawing, contacts, ({ normal }) => normal, {
      title: "Normal force",
      label: "normal force",
      unit: "N",
      text: "Force that presses the surfaces together; zero where the contact is open.",
    }),
  );
  return figures;
}

function compareContacts<C extends ContactMotion>(
  drawing: Drawing,
  contacts: readonly C[],
  column: (contact: C) => Float64Array,
  captions: Pick<SeriesFigure, "title" | "label" | "unit" | "text">,
): SeriesFigure {
  const lines = contacts.map((contact) => ({ name: contact.view.name, values: drawing.pick(column(contact)) }));
  const events = contacts.length === 1 ? eventsOf(drawing, contacts[0]) : [];
  return { kind: "series", ...captions, lines, zero: true, events };
}

/** Times at which a contact begins to slip, stick or fly, if they are few enough to be marked. */
function eventsOf({ result }: Drawing, { state }: ContactMotion): SeriesFigure["events"] {
  const found = changes(state);
  return found.length > mostEvents ? [] : found.map(({ k, to }) => ({ t: result.trajectory.t[k], label: to }));
}

function friction(drawing: Drawing, contact: ContactMotion): Figure[] {
  const { view, tangential, radius } = contact;
  const [tangent, orthogonal] = tangential;
  if (tangent === undefined || radius === undefined) return [];
  const square = isSquare(contact);
  const size = tangent.map((force, k) => {
    const other = orthogonal?.[k] ?? 0;
    return square ? Math.max(Math.abs(force), Math.abs(other)) : Math.hypot(force, other);
  });
  const figure: SeriesFigure = {
    kind: "series",
    title: `Friction at ${view.name}`,
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
  if (orthogonal === undefined) return [figure];
  return [figure, cone(drawing, contact, [tangent, orthogonal, radius], square)];
}

/** A force beyond the circle but within the square: the pyramid of the linear models. */
function isSquare({ tangential: [tangent, orthogonal], radius }: ContactMotion): boolean {
  if (tangent === undefined || orthogonal === undefined || radius === undefined) return false;
  // clearly outside of the circle, not by rounding
  return tangent.some((force, k) => Math.hypot(force, orthogonal[k]) > 1.001 * radius[k]);
}

function cone(
  { kept }: Drawing,
  { view, state }: ContactMotion,
  [tangent, orthogonal, radius]: readonly [Float64Array, Float64Array, Float64Array],
  square: boolean,
): ConeFigure {
  // a thousandth of the limit is less than a pixel
  const share = (force: number): number => Number(force.toFixed(3));
  const pushed = kept.filter((k) => radius[k] > 0);
  return {
    kind: "cone",
    title: `Friction direction at ${view.name}`,
    text: `Both components of friction as shares of the limit: inside the ${square ? "square" : "circle"} the contact sticks, on it it may slip.`,
    shape: square ? "square" : "circle",
    step: pushed,
    x: pushed.map((k) => share(tangent[k] / radius[k])),
    y: pushed.map((k) => share(orthogonal[k] / radius[k])),
    state: pushed.map((k) => state[k]),
  };
}
