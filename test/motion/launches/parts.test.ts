import { expect, it } from "vitest";
import { polishPointed, surveyPart } from "../../../src/motion/launches/survey-part.js";
import { solve } from "../../../src/motion/solve.js";
import { problemOf, randomThrow } from "../../bench/launches/every-launch.js";

const problem = problemOf(randomThrow(6));
const scan = { name: "angle", from: 2.659, to: 2.682 };

it("parts of a search may be looked over in any order, elsewhere, and tell the same launches", async () => {
  const search = { all: true, scan, samples: 200 };
  const asked: (readonly [number, boolean])[] = [];
  let polished = 0;
  const apart = await solve(problem, {
    search: {
      ...search,
      survey: async (of, isDeep) => {
        asked.push([of, isDeep]);
        const parts = [];
        for (let k = of - 1; k >= 0; k--) {
          const part = await surveyPart(problem, { k, of, isDeep }, { search });
          const pointed = isDeep ? await polishPointed(problem, part.pointed, { search }) : part.pointed;
          polished += pointed.filter((one) => one.polished?.launch?.answer !== undefined).length;
          // plain data, as it comes from a thread
          parts.unshift(structuredClone({ ...part, pointed }));
        }
        return parts;
      },
    },
  });
  const here = await solve(problem, { search });
  expect(asked).toEqual([
    [2, false],
    [2, true],
  ]);
  const told = ({ solutions = [], message }: typeof here) => [
    message,
    solutions.map(({ values, run }) => [values, run.sequence]),
  ];
  expect(told(apart)).toEqual(told(here));
  expect(polished).toBe(here.solutions?.length);
  expect(apart.run.history).toEqual(here.run.history);
  expect(here.solutions?.length).toBeGreaterThan(0);
});

it("a search is cancelled where no part was looked over, and refuses parts that are left out", async () => {
  const interruption = new AbortController();
  const survey = (): Promise<never[]> => {
    interruption.abort();
    return Promise.resolve([]);
  };
  const { status, solutions } = await solve(problem, {
    signal: interruption.signal,
    search: { all: true, scan, samples: 200, survey },
  });
  expect([status, solutions]).toEqual(["cancelled", []]);
  const nothing = { all: true, scan, samples: 200, survey: () => Promise.resolve([]) };
  await expect(solve(problem, { search: nothing })).rejects.toThrow("The survey of a search told 0 of its 2 parts.");
});

it("a search that is cancelled while it looks more deeply tells what it has seen before", async () => {
  const interruption = new AbortController();
  const search = { all: true, scan, samples: 200 };
  const { status, message } = await solve(problem, {
    signal: interruption.signal,
    search: {
      ...search,
      survey: async (of, isDeep) => {
        if (isDeep) interruption.abort();
        const parts = Array.from({ length: isDeep ? 0 : of }, (_, k) =>
          surveyPart(problem, { k, of, isDeep }, { search }),
        );
        return Promise.all(parts);
      },
    },
  });
  expect(status).toBe("cancelled");
  // two hundred motions are spread, and one more, since the two parts share a border
  const [, motions] = message.match(/found by (\d+) motions/) ?? [];
  expect(Number(motions)).toBeGreaterThanOrEqual(202);
});
