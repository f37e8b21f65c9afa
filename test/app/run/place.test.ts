import fc from "fast-check";
import { expect, it } from "vitest";
import {
  linkOf,
  nowhere,
  type Place,
  placeOf,
  placeOfRun,
  runsByItself,
  sameMotion,
} from "../../../src/app/run/place.js";

const names = fc.constantFrom("target.x", "grid.steps", "time", "frictionLaw", "a b", "µ&=", "launch");
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x));
const word = fc.constantFrom("projection", "fritz-john", "a=b&c", "ü/ö");

const places: fc.Arbitrary<Place> = fc.record(
  {
    problem: fc.constantFrom("rolling/ball-place", "file:my problem.ts", "dropped:a&b=c"),
    set: fc.dictionary(names, fc.oneof(number, word)),
    verb: fc.constantFrom("solve", "simulate", "design"),
    launch: fc.array(number, { minLength: 1, maxLength: 3 }),
    starts: fc.integer({ min: 2, max: 64 }),
    time: fc.integer({ min: 0, max: 9999 }).map((ms) => ms / 1000),
  },
  { requiredKeys: ["problem", "set"] },
);

it("brings every place back from its link", () => {
  fc.assert(
    fc.property(places, (place) => {
      expect(placeOf(linkOf(place))).toEqual(place);
    }),
  );
});

it("writes a link that people can read", () => {
  const link = linkOf({ problem: "rolling/ball-place", set: { "target.x": 1.2 }, launch: [1.5, -0.25], time: 0.5 });
  expect(link).toBe("#problem=rolling/ball-place&set.target.x=1.2&launch=1.5,-0.25&time=0.5");
  expect(linkOf(nowhere)).toBe("#");
});

it.each([
  ["", nowhere],
  ["#", nowhere],
  ["#verb=dance&starts=0&launch=1,x&time=-1&problem=a", { problem: "a", set: {} }],
  ["#problem=a&set.mass=&set.x=1e400", { problem: "a", set: { mass: "", x: "1e400" } }],
])("leaves out what makes no sense in %s", (link, place) => {
  expect(placeOf(link)).toEqual(place);
});

it("takes places for the same motion whatever time is looked at", () => {
  const place: Place = { problem: "a", set: { x: 1 } };
  expect(sameMotion({ ...place, time: 2 }, place)).toBe(true);
  expect(sameMotion({ ...place, set: { x: 2 } }, place)).toBe(false);
  expect(sameMotion({ ...place, verb: "simulate" }, place)).toBe(false);
});

it("leaves out more searches than ever end, which a link would begin by itself", () => {
  expect(placeOf("#problem=feeder/reorient&starts=1000000000").starts).toBeUndefined();
  expect(placeOfRun({ verb: "design", set: {}, start: "auto", starts: 1e9 }).starts).toBeUndefined();
  expect(runsByItself(placeOf("#problem=feeder/reorient&starts=1000"))).toBe(false);
  expect(runsByItself(placeOf("#problem=feeder/reorient&launch=1,2"))).toBe(true);
});
