import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evaluate, isExpr } from "../../src/expr/expr.js";
import { boxHull } from "../../src/geometry/convex.js";
import { rectangle, type Shape } from "../../src/geometry/shape.js";
import { type Body, motionOf } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { next, now } from "../../src/mechanics/model.js";
import { contactGeometry } from "../../src/mechanics/pairs.js";
import { vertexContacts } from "../../src/mechanics/vertices.js";

const examples: readonly Shape[] = [
  { kind: "ball", radius: 0.1 },
  { kind: "capsule", from: [0, 0, -0.1], to: [0, 0, 0.1], radius: 0.05 },
  { kind: "cylinder", radius: 0.1, halfLength: 0.1 },
  { kind: "ellipsoid", halfAxes: [0.1, 0.2, 0.3] },
  { kind: "box", half: [0.1, 0.2, 0.3] },
  boxHull(0.1, 0.2, 0.3),
  rectangle(0.1, 0.2),
  { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  { kind: "segment", from: [0, 0, 0], to: [0.1, 0, 0] },
  { kind: "point", at: [0.1, 0, 0] },
];

/** Two bodies two metres apart: every gap of shapes that end is a number above 0. */
function touches(
  space: Body["space"],
  make: (contact: Contact) => readonly Contact[],
  one: Shape,
  two: Shape,
): boolean {
  const bodies = ["a", "b"].map((name): Body => ({ name, space, mass: 1, inertia: 1 }));
  const at = (leaves: typeof now) => new Map(bodies.map((body) => [body.name, motionOf(body, leaves)]));
  const contact: Contact = { name: "c", body: "a", shape: one, against: { body: "b", shape: two }, friction: 0 };
  try {
    for (const each of make(contact)) {
      const { gap } = contactGeometry(each, { now: at(now), next: at(next) }, space === "planar");
      const value = isExpr(gap)
        ? evaluate(gap, (leaf) => (leaf.endsWith(".a.y") ? 2 : leaf.endsWith(".e0") ? 1 : 0))
        : gap;
      expect(Number.isFinite(value)).toBe(true);
    }
    return true;
  } catch (error) {
    // the reason of a refusal
    expect((error as Error).message).toMatch(
      /do not make one contact|neither shape has vertices|vertices are enough on a half-space/,
    );
    return false;
  }
}

function cell(one: Shape, two: Shape): string {
  const single = (contact: Contact): Contact[] => [contact];
  const inSpaces = (make: (contact: Contact) => readonly Contact[]): string[] =>
    (["planar", "spatial"] as const).filter(
      (space) => touches(space, make, one, two) || touches(space, make, two, one),
    );
  const word = (spaces: readonly string[]): string =>
    spaces.length === 2 ? "both" : spaces[0] === "planar" ? "plane" : "space";
  const direct = inSpaces(single);
  if (direct.length > 0) return word(direct);
  const parts = inSpaces(vertexContacts);
  return parts.length > 0 ? `parts, ${word(parts)}` : "–";
}

test("the page on models has the table of shapes that may touch", () => {
  const kinds = examples.map(({ kind }) => kind);
  const rows = examples.map(
    (one, i) => `| ${[`**${kinds[i]}**`, ...examples.map((two, j) => (j > i ? "" : cell(one, two)))].join(" | ")} |`,
  );
  const table = [`| | ${kinds.join(" | ")} |`, `|---|${kinds.map(() => "---|").join("")}`, ...rows].join("\n");
  const page = readFileSync(new URL("../../src/app/site/pages/models.md", import.meta.url), "utf8");
  expect(page).toContain(table);
});
