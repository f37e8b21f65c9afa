import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BadInput } from "../../src/checks/bad-input.js";
import { evaluate, isExpr } from "../../src/expr/expr.js";
import type { Shape } from "../../src/geometry/shape.js";
import { type Body, motionOf } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { frame, next, now } from "../../src/mechanics/model.js";
import { contactGeometry, touchByNearestPoints } from "../../src/mechanics/pairs.js";
import { vertexContacts } from "../../src/mechanics/vertices.js";
import { compliant } from "../../src/models/compliant.js";
import { patchModel } from "../../src/models/patch/patch.js";
import { expandPatches } from "../../src/models/patch/shaped.js";
import { rigid } from "../../src/models/rigid.js";
import { plainShapes } from "../geometry/shapes.js";

/** How two shapes touch in one space: by a formula, by nearest points that the step finds, or not, with the reason. */
type Found = "formula" | "nearest" | { readonly refused: string };

/** Two bodies two metres apart: every gap of shapes that end is a number above 0, under every law that has one point. */
function found(space: Body["space"], make: (contact: Contact) => readonly Contact[], one: Shape, two: Shape): Found {
  const bodies = ["a", "b"].map((name): Body => ({ name, space, mass: 1, inertia: 1 }));
  const at = (leaves: typeof now) => new Map(bodies.map((body) => [body.name, motionOf(body, leaves)]));
  const law = { friction: 0.3, stiffness: 1e4, damping: 10, coneSmoothing: 0 };
  const contact = { name: "c", body: "a", shape: one, against: { body: "b", shape: two }, ...law };
  const start = (leaf: string): number => (leaf.endsWith(".a.y") ? 2 : leaf.endsWith(".e0") || leaf === "h" ? 1 : 0);
  try {
    const contacts = make(contact).map((each) => ({ ...contact, ...each }));
    const geometries = contacts.map((each) =>
      contactGeometry(each, { now: at(now), next: at(next) }, space === "planar"),
    );
    for (const { gap } of geometries) expect(Number.isFinite(isExpr(gap) ? evaluate(gap, start) : gap)).toBe(true);
    const scene = { gravity: [0, 0, 0], bodies, contacts } as const;
    for (const law of [compliant, rigid])
      for (const { residual } of law(scene).step(frame).rows) expect(evaluate(residual, start)).not.toBeNaN();
    return geometries.some(({ nearest }) => nearest !== undefined) ? "nearest" : "formula";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { refused: error.message };
  }
}

const spaces = ["planar", "spatial"] as const;

/** Pairs that were made, by shapes and space: the tests of this file ask for each several times. */
const made = new Map<Shape, Map<Shape, Partial<Record<Body["space"], Found>>>>();

/** The same of a contact that is one, made once. */
function foundAlone(space: Body["space"], one: Shape, two: Shape): Found {
  const withOne = made.get(one) ?? new Map<Shape, Partial<Record<Body["space"], Found>>>();
  made.set(one, withOne);
  const pair = withOne.get(two) ?? {};
  withOne.set(two, pair);
  pair[space] ??= found(space, (contact) => [contact], one, two);
  return pair[space];
}

function cell(one: Shape, two: Shape): string {
  const inSpaces = (make: (space: Body["space"], one: Shape, two: Shape) => Found): string =>
    word(
      spaces.map((space) => {
        const there = make(space, one, two);
        return typeof there === "string" ? there : make(space, two, one);
      }),
    );
  const direct = inSpaces(foundAlone);
  const parts = inSpaces((space, a, b) => found(space, vertexContacts, a, b));
  const patch = patchOf(one, two) === undefined || patchOf(two, one) === undefined ? "P" : "";
  return [direct, parts && `parts, ${parts}`, patch].filter((text) => text !== "").join("; ") || "–";
}

const patches = new Map<string, string | undefined>();

/** Why a body of one shape makes no patch on a fixed one of another. */
function patchOf(one: Shape, two: Shape): string | undefined {
  const key = `${one.kind} ${two.kind}`;
  if (!patches.has(key)) patches.set(key, noPatch(one, two));
  return patches.get(key);
}

function noPatch(one: Shape, two: Shape): string | undefined {
  try {
    const scene = {
      gravity: [0, 0, 0],
      bodies: [{ name: "a", space: "spatial", shape: one, mass: 1, inertia: 1 }],
      world: [{ name: "b", shape: two }],
      contacts: "all",
      materials: [{ friction: 0.3, frictionAxes: [1, 1, 0.1] }],
    } as const;
    const start = (leaf: string): number => (leaf.endsWith(".a.y") ? 2 : leaf.endsWith(".e0") || leaf === "h" ? 1 : 0);
    // rows of one kind with itself and on the ground: those of two kinds are made of the same
    if (one.kind !== two.kind && two.kind !== "half-space") expandPatches(scene);
    else for (const { residual } of patchModel(scene).step(frame).rows) expect(evaluate(residual, start)).not.toBeNaN();
    return undefined;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return error.message.slice(error.message.indexOf("because ") + "because ".length, -1);
  }
}

/** "both" in the plane and in space, with a star where nearest points are sought. */
function word([plane, space]: readonly Found[]): string {
  const star = plane === "nearest" || space === "nearest" ? "*" : "";
  const [inPlane, inSpace] = [typeof plane === "string", typeof space === "string"];
  if (inPlane && inSpace) return `both${star}`;
  return inPlane ? `plane${star}` : inSpace ? `space${star}` : "";
}

/** Why a cell is empty, as the refusal says it. */
function reason(one: Shape, two: Shape): string {
  const [, space] = spaces.map((each) => foundAlone(each, one, two));
  const said = typeof space === "string" ? "" : space.refused;
  expect(said).toMatch(/because .+/);
  return said.slice(said.indexOf("because ") + "because ".length);
}

const page = readFileSync(new URL("../../src/app/site/pages/models.md", import.meta.url), "utf8");

test("the page on models has the table of shapes that may touch, and why others may not", () => {
  const kinds = plainShapes.map(({ kind }) => kind);
  const cells = plainShapes.map((one, i) => plainShapes.slice(0, i + 1).map((two) => cell(one, two)));
  // either may come first
  const rows = kinds.map(
    (kind, i) => `| ${[`**${kind}**`, ...kinds.map((_, j) => (j <= i ? cells[i][j] : cells[j][i]))].join(" | ")} |`,
  );
  for (const row of rows) expect(row).not.toMatch(/\|\s*\|/);
  const table = [`| | ${kinds.join(" | ")} |`, `|---|${kinds.map(() => "---|").join("")}`, ...rows].join("\n");
  expect(page).toContain(table);
  const reasons = cells.flatMap((row, i) =>
    row.flatMap((text, j) => (text === "–" ? [reason(plainShapes[i], plainShapes[j])] : [])),
  );
  const unpatched = plainShapes.flatMap((one, i) =>
    plainShapes.slice(0, i + 1).flatMap((two) => {
      const both = [patchOf(one, two), patchOf(two, one)];
      return both.includes(undefined) ? [] : [both[0] ?? ""];
    }),
  );
  for (const each of new Set([...reasons, ...unpatched])) expect(page.replaceAll("\n", " ")).toContain(each);
});

test("whoever asks beforehand hears of nearest points where a contact seeks them, in either order, and of none where it is refused", () => {
  for (const space of spaces)
    for (const one of plainShapes)
      for (const two of plainShapes) {
        const both = [foundAlone(space, one, two), foundAlone(space, two, one)];
        const told = touchByNearestPoints(one, two, space);
        const pair = `${one.kind} and ${two.kind}, ${space}`;
        if (both.includes("nearest")) expect(told, pair).toBe(true);
        else if (!both.includes("formula")) expect(told, pair).toBe(false);
      }
});

test.each([{ stretch: [0, 1] as const }, { breadth: [0, 1] as const }])(
  "a box is refused on a half-space with %j",
  (ends) => {
    const plane: Shape = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0, ...ends };
    const box: Shape = { kind: "box", half: [0.1, 0.2, 0.3] };
    expect(found("spatial", (contact) => [contact], box, plane)).toEqual({
      refused: expect.stringContaining("the half-space ends (vertexContacts makes one for each"),
    });
  },
);

test("vertices of a polygon lie in its plane", () => {
  const shape: Shape = {
    kind: "polygon",
    vertices: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  };
  const plane: Shape = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 };
  const contact: Contact = { name: "c", body: "a", shape, against: plane, friction: 0 };
  const places = vertexContacts(contact).map((one) => (one.shape.kind === "point" ? one.shape.at[2] : undefined));
  expect(places).toEqual([0, 0, 0]);
});
