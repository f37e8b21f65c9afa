import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../src/algebra/random.js";
import { nearPairs } from "../../src/geometry/near-pairs.js";

describe("near pairs", () => {
  it("are those that a look at every pair finds, ascending, whatever the sizes", () => {
    const random = randomNumbers(11);
    const near = nearPairs();
    for (const count of [1, 2, 40, 300, 90]) {
      for (const size of [0.2, 1, 5]) {
        const points = Float64Array.from({ length: 3 * count }, () => size * (random() - 0.5));
        // some reach much farther than the others
        const reach = Float64Array.from({ length: count }, (_, i) => 0.05 * random() * (i % 17 === 5 ? 12 : 1));
        near.find({ count, points, reach });
        const found: [number, number][] = [];
        for (let i = 0; i < count; i++)
          for (let p = near.rows.start[i]; p < near.rows.start[i + 1]; p++) found.push([i, near.rows.others[p]]);
        const all: [number, number][] = [];
        for (let i = 0; i < count; i++)
          for (let j = i + 1; j < count; j++) {
            const d = Math.hypot(...[0, 1, 2].map((axis) => points[3 * i + axis] - points[3 * j + axis]));
            if (d <= reach[i] + reach[j]) all.push([i, j]);
          }
        expect(found).toEqual(all);
      }
    }
  });
});
