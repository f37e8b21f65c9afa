import type { Draft } from "./draft.js";

/** Drafts to begin with: nothing, seen from above or from the side, and small problems to be changed. */
export interface Template {
  readonly name: string;
  readonly about: string;
  readonly draft: Draft;
}

const above = {
  draft: 1,
  title: "My problem",
  space: "planar",
  gravity: [0, 0, 0],
  bodies: [],
  world: [],
  contact: { kind: "rigid", materials: [{ friction: 0.1, restitution: 0.8 }] },
  ask: { free: [], hold: [], end: 1.5, steps: 150 },
} as const satisfies Draft;

const side = {
  ...above,
  gravity: [0, -9.81, 0],
  contact: { kind: "soft", materials: [{ friction: 0.3, stiffness: 5000, damping: 20 }] },
  ask: { free: [], hold: [], end: 1, steps: 500 },
} as const satisfies Draft;

const space = {
  ...side,
  space: "spatial",
  gravity: [0, 0, -9.81],
  // three kilograms: they come to rest on the ground at once
  contact: { kind: "soft", materials: [{ friction: 0.3, stiffness: 5000, damping: 100 }] },
  bodies: [{ name: "ball", shape: { kind: "ball", radius: 0.1 }, at: [0, 0, 0.1], velocity: [1.5, 0.3, 0] }],
  world: [{ name: "ground", shape: { kind: "ground" }, at: [0, 0, 0] }],
} as const satisfies Draft;

const launch = { min: -10, max: 10 };

export const templates: readonly Template[] = [
  { name: "Empty, from above", about: "A table without gravity: balls, walls, targets.", draft: above },
  {
    name: "Empty, from the side",
    about: "Ground and gravity.",
    draft: { ...side, world: [{ name: "ground", shape: { kind: "ground" }, at: [0, 0, 0] }] },
  },
  {
    name: "Bank shot",
    about: "A ball goes to a target by way of two walls.",
    draft: {
      ...above,
      title: "My bank shot",
      bodies: [{ name: "ball", shape: { kind: "ball", radius: 0.05 }, at: [-0.4, -0.3, 0], velocity: [1.4, 1, 0] }],
      world: [
        { name: "top", shape: { kind: "box", half: [0.8, 0.02, 0.1] }, at: [0.2, 0.5, 0] },
        { name: "right", shape: { kind: "box", half: [0.02, 0.6, 0.1] }, at: [1, -0.1, 0] },
      ],
      ask: {
        ...above.ask,
        free: [
          { of: "ball", what: "vx", ...launch },
          { of: "ball", what: "vy", ...launch },
        ],
        hold: [
          { body: "ball", what: "x", value: 0.2 },
          { body: "ball", what: "y", value: -0.3 },
        ],
      },
    },
  },
  {
    name: "Throw over a wall",
    about: "A ball flies over a wall, and must be at a place in time.",
    draft: {
      ...side,
      title: "My throw",
      bodies: [{ name: "ball", shape: { kind: "ball", radius: 0.06 }, at: [0, 0.3, 0], velocity: [2, 4, 0] }],
      world: [
        { name: "ground", shape: { kind: "ground" }, at: [0, 0, 0] },
        { name: "wall", shape: { kind: "box", half: [0.04, 0.35, 0.1] }, at: [0.9, 0.35, 0] },
      ],
      ask: {
        free: [
          { of: "ball", what: "vx", ...launch },
          { of: "ball", what: "vy", ...launch },
        ],
        hold: [
          { body: "ball", what: "x", value: 1.8 },
          { body: "ball", what: "y", value: 0.4 },
        ],
        end: 0.9,
        steps: 450,
        exact: true,
      },
    },
  },
  {
    name: "In space",
    about: "A ball rolls on the ground to a mark.",
    draft: {
      ...space,
      title: "My ball in space",
      ask: {
        free: [
          { of: "ball", what: "vx", ...launch },
          { of: "ball", what: "vy", ...launch },
        ],
        hold: [
          { body: "ball", what: "x", value: 1 },
          { body: "ball", what: "y", value: 0.4 },
        ],
        end: 1,
        steps: 500,
      },
    },
  },
];
