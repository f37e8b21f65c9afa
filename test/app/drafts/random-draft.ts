import fc from "fast-check";
import type { Free, Hold } from "../../../src/app/drafts/ask/ask.js";
import { canRun, type Draft, type DraftShape } from "../../../src/app/drafts/draft.js";

const length = fc.integer({ min: 1, max: 2000 }).map((n) => n / 1000);
const signed = fc.integer({ min: -5000, max: 5000 }).map((n) => n / 1000);

/** A convex outline, anticlockwise: points of an ellipse somewhere. */
const outline = fc
  .record({ a: length, b: length, x: signed, y: signed, corners: fc.integer({ min: 3, max: 7 }) })
  .map(({ a, b, x, y, corners }) =>
    Array.from({ length: corners }, (_, i): [number, number] => {
      const angle = (2 * Math.PI * i) / corners;
      return [x + a * Math.cos(angle), y + b * Math.sin(angle)];
    }),
  );

const shapeOf = (space: Draft["space"]) =>
  fc.oneof(
    fc.record({ kind: fc.constant("ball" as const), radius: length }),
    fc.record({ kind: fc.constant("box" as const), half: fc.tuple(length, length, length) }),
    fc.record({ kind: fc.constant("capsule" as const), half: length, radius: length }),
    space === "planar"
      ? fc.oneof(
          fc.record({ kind: fc.constant("polygon" as const), vertices: outline }),
          fc.record({
            kind: fc.constant("outline" as const),
            pieces: fc.array(outline, { minLength: 2, maxLength: 3 }),
          }),
        )
      : fc.oneof(
          fc.record({ kind: fc.constant("cylinder" as const), radius: length, halfLength: length }),
          length.map((a) => ({
            kind: "mesh" as const,
            vertices: [
              [-a, -a, -a],
              [3 * a, -a, -a],
              [-a, 3 * a, -a],
              [-a, -a, 3 * a],
            ] as const,
            faces: tetrahedron,
          })),
        ),
  );

const tetrahedron = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 2],
] as const;

/** Pairs of what can be free at a time. */
const freeable = {
  planar: [
    ["vx", "vy"],
    ["speed", "direction"],
    ["spin", "vy"],
    ["turn", "x"],
    ["x", "y"],
    ["belt", "y"],
  ],
  spatial: [
    ["vx", "vy"],
    ["vz", "z"],
    ["speed", "elevation"],
    ["direction", "wx"],
    ["wx", "wz"],
    ["x", "y"],
    ["belt", "z"],
  ],
} as const;

/** Pairs of what can hold. */
const holdable = {
  planar: [
    ["x", "y"],
    ["turn", "vx"],
  ],
  spatial: [
    ["x", "y"],
    ["z", "rz"],
    ["rx", "ry"],
  ],
} as const;

const draftIn = (space: Draft["space"]): fc.Arbitrary<Draft> => {
  const planar = space === "planar";
  const place = planar ? fc.tuple(signed, signed, fc.constant(0)) : fc.tuple(signed, signed, signed);
  const turn = space === "planar" ? signed : fc.tuple(signed, signed, signed);
  const optional = { requiredKeys: ["shape", "at"] as const };
  const part = { shape: shapeOf(space), at: place, turn };
  const bodies = fc.array(
    fc.record(
      { ...part, velocity: place, spin: turn, density: length, material: fc.constantFrom("wood", "ivory") },
      { requiredKeys: [...optional.requiredKeys] },
    ),
    { minLength: 1, maxLength: 3 },
  );
  const world = fc.array(
    fc
      .record({ ...part, material: fc.constant("rubber"), belt: signed }, { requiredKeys: [...optional.requiredKeys] })
      .map(({ belt, ...one }) => (belt === undefined || !canRun(one.shape) ? one : { ...one, belt })),
    { maxLength: 3 },
  );
  const contact = fc.oneof(
    fc.record({
      kind: fc.constant("rigid" as const),
      materials: fc.constant([
        { between: ["wood", "rubber"] as const, friction: 0.2, restitution: 0.5 },
        { friction: 0.1, restitution: 0.8 },
      ]),
    }),
    fc.record({
      kind: fc.constant("soft" as const),
      materials: fc.constant([{ friction: 0.3, stiffness: 4000, damping: 10 }]),
    }),
  );
  return fc
    .record({
      bodies,
      world,
      contact,
      gravity: place,
      end: length,
      steps: fc.integer({ min: 1, max: 500 }),
      asked: fc.integer({ min: 0, max: 2 }),
      freed: fc.constantFrom<readonly Free["what"][]>(...freeable[space]),
      held: fc.constantFrom<readonly Hold["what"][]>(...holdable[space]),
      of: fc.constantFrom("body0", "part-0"),
      values: fc.tuple(signed, signed),
      when: fc.constantFrom<Hold["when"]>(undefined, undefined, "sometime", "always", { touch: "part-0" }),
      time: fc.option(fc.constant({ min: 0.01, max: 3 })),
      kinds: fc.array(fc.constantFrom("hinge", "slider", "rod", ...(planar ? [] : ["ball" as const])), {
        maxLength: 3,
      }),
      axis: fc.constantFrom([0, 1, 0] as const, [0.3, -0.5, 2] as const, undefined),
      title: fc.string(),
    })
    .map((given): Draft => {
      const { bodies, world, contact, gravity, end, steps, values, title, of, kinds, when, time } = given;
      let [asked, freed, ofJoint] = [given.asked, given.freed, false];
      const [first] = world;
      const isPlace = freed[0] === "x" || freed[0] === "turn";
      const ofPart = (of === "part-0" && isPlace && first !== undefined) || freed[0] === "belt";
      const named = bodies.map((body, i) => ({ name: `body${i}`, ...body }));
      // a belt is of a part that can run
      if (freed[0] === "belt" && (first === undefined || !canRun(first.shape as DraftShape))) asked = 0;
      // joints are of soft contact
      const isJointed = contact.kind === "soft" && kinds.length > 0;
      const joints = kinds.map((kind, i) => ({
        name: `joint${i}`,
        kind,
        body: "body0",
        at: [values[0], i, planar ? 0 : values[1]] as const,
        ...(bodies.length > 1 && i > 0 && { to: "body1" }),
        ...(planar && kind === "slider" && i > 0 && { turn: values[1] }),
        ...(!planar && (kind === "hinge" || kind === "slider") && given.axis && { axis: given.axis }),
        ...(kind === "rod" && { end: [values[1], i + 0.5, planar ? 0 : 0.2] as const }),
        ...((kind === "hinge" || kind === "slider") && i !== 1 && { motor: values[1] }),
      }));
      if (isJointed && of === "part-0") {
        freed = joints[0].kind === "rod" || joints[0].kind === "ball" ? ["x", "y"] : ["motor", "x"];
        ofJoint = true;
      }
      return {
        draft: 1,
        title,
        space,
        gravity,
        bodies: named,
        world: world.map((one, i) => ({ name: `part-${i}`, ...one })),
        ...(isJointed && { joints }),
        ...(isJointed && world.length > 0 && { exclude: [["body0", "part-0"] as const] }),
        contact,
        ask: {
          free: freed
            .slice(0, asked)
            .map((what) => ({ of: ofJoint ? "joint0" : ofPart ? "part-0" : "body0", what, min: -9, max: 9 })),
          hold: given.held.slice(0, asked).map((what, i) => ({
            body: "body0",
            what,
            value: values[i],
            ...((when === "always" || i === 0) && { within: 0.25 }),
            ...(when !== undefined && (typeof when !== "object" || world.length > 0) && { when }),
          })),
          end,
          steps,
          // one condition more, or fewer, than is free
          ...(time !== null && asked > 0 && { time }),
          ...(contact.kind === "soft" && steps % 2 === 1 && { exact: true }),
        },
      } as Draft;
    });
};

/** Drafts of every kind of shape, in the plane and in space. */
export const drafts = fc.oneof({ weight: 3, arbitrary: draftIn("planar") }, draftIn("spatial"));
