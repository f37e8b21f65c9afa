import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem } from "../../../../problems/rolling/disk.js";
import { placeOf } from "../../../../src/app/run/place.js";
import { sweepOf } from "../../../../src/app/studies/sweep.js";
import { some } from "../../../../src/app/studies/view/client/desk.js";
import { foldsOf, planeOf } from "../../../../src/app/studies/view/grid.js";
import { linkOfRow } from "../../../../src/app/studies/view/link.js";
import { pageOf } from "../../../../src/app/studies/view/page-of.js";
import type { PageColumn, StudyPage } from "../../../../src/app/studies/view/study-page.js";
import { checkStudy } from "../../../../src/motion/study/study.js";
import { scratch } from "../../cli/run.js";

const column = (name: string, cells: PageColumn["cells"]): PageColumn => ({ name, unit: "", role: "counted", cells });

describe("the page of a study", () => {
  it("holds every item with its settings to the last digit, and links from which its motion is found again", async () => {
    const out = scratch();
    const source = { name: "rolling/disk" };
    const over = { friction: { normal: [0.2, 0.02] }, "target.x": [0.015, 0.02] } as const;
    const question = { over, samples: 3, set: { mass: 1.1 }, where: ["launch.v in ..1"] };
    const front = ["launch.v", "-target.x"] as const;
    const { items, passed } = await sweepOf({ problem, source }, question, { out, threads: 1, front });
    const html = readFileSync(join(out, "report.html"), "utf8");
    const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? [];
    const page = JSON.parse(json) as StudyPage;
    expect(page.rows.items).toEqual([0, 1, 2, 3, 4, 5]);
    expect(page.rows.states.filter((state) => state === 2)).toHaveLength(passed);
    expect(page.front).toEqual(front);
    expect(page.columns.map(({ name, role }) => `${name} ${role}`)).toEqual(
      expect.arrayContaining(["friction sampled", "target.x counted", "launch.v value", "-target.x front"]),
    );
    const friction = page.columns.find(({ name }) => name === "friction")?.cells[4];
    const place = placeOf(linkOfRow(page, 4) ?? "");
    expect(place).toEqual({
      problem: "rolling/disk",
      verb: "solve",
      set: { mass: 1.1, friction, "target.x": 0.015 },
      launch: page.rows.launches[4],
    });
    expect(items).toBe(6);
  });

  it("shows of a large grid every so many values, of samples the first, and of a short list all", () => {
    const over = {
      ...{ mass: { from: 1, to: 2, count: 150 }, friction: { from: 0, to: 1, count: 200 } },
      "target.x": [0.015, 0.02],
    };
    const study = checkStudy(problem, { over });
    const rows = function* () {
      for (let item = 0; item < 60_000; item++)
        yield {
          ...{ item, status: "solved", message: "", passed: true, values: {}, launch: [], certificate: {} },
          settings: {
            ...{ mass: Math.floor(item / 400), friction: (item >> 1) % 200 },
            "target.x": over["target.x"][item % 2],
          },
          run: { from: null, seconds: 0 },
        };
    };
    const about = {
      ...({ title: "", problem: "", verb: "solve", set: {}, where: [] } as const),
      ...{ items: 60_000, done: 60_000, seconds: 1 },
    };
    const page = pageOf({ rows, study, freed: [], units: {} }, about, {} as StudyPage["analysis"]);
    const plane = planeOf(page.columns[0], page.columns[1], [...page.rows.items.keys()]);
    expect(page.rows.items.length).toBeGreaterThan(10_000);
    expect(page.rows.items.length).toBeLessThanOrEqual(20_000);
    expect(plane.x.length * plane.y.length * 2).toBe(page.rows.items.length);
    // each place of the plane has the rows of both targets
    expect(plane.rows.every((here) => here.length === 2)).toBe(true);
  });

  it("draws some of many such that every value of every axis has its share", () => {
    for (const last of [2, 3, 4, 5, 7, 20, 100])
      for (const most of [800, 4000, 5000]) {
        const all = Array.from({ length: 20_000 - (20_000 % last) }, (_, item) => item);
        const drawn = some(all, most);
        expect(drawn.length).toBeGreaterThan(0.99 * most);
        expect(drawn.length).toBeLessThan(1.01 * most);
        for (let value = 0; value < last; value++) {
          const share = drawn.filter((item) => item % last === value).length / drawn.length;
          expect(share * last).toBeGreaterThan(0.5);
          expect(share * last).toBeLessThan(1.6);
        }
      }
    expect(some([1, 2, 3], 3)).toEqual([1, 2, 3]);
  });
});

describe("folds", () => {
  const xs = [0, 1, 2, 3, 4, 5, 6, 7];
  const plane = planeOf(column("x", [...xs, ...xs]), column("y", [...xs.map(() => 0), ...xs.map(() => 1)]), [
    ...xs,
    ...xs.map((x) => x + 8),
  ]);
  const launches = (of: (x: number) => number[]): number[][] => [...xs, ...xs].map(of);

  it("stand where a branch ends: nothing is solved beyond it", () => {
    const folds = foldsOf(
      plane,
      launches((x) => (x < 5 ? [x] : [])),
    );
    expect(folds.map(({ from, to }) => [from[0], to[0]])).toEqual([
      [4.5, 4.5],
      [4.5, 4.5],
    ]);
  });

  it("stand where a launch jumps, and not where it is steep", () => {
    const jumps = foldsOf(
      plane,
      launches((x) => [0.1 * x + (x > 2 ? 3 : 0)]),
    );
    expect(jumps.map(({ from }) => from[0])).toEqual([2.5, 2.5]);
    expect(
      foldsOf(
        plane,
        launches((x) => [x * x]),
      ),
    ).toEqual([]);
    // a number that stays the same but for its last digits
    expect(
      foldsOf(
        plane,
        launches((x) => [x, 1.7654 + (x === 4 ? 6e-15 : 0)]),
      ),
    ).toEqual([]);
    // √ is steep at its end, and one branch
    expect(
      foldsOf(
        plane,
        launches((x) => [Math.sqrt(x)]),
      ),
    ).toEqual([]);
  });
});
