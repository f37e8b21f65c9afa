import { expect, it, vi } from "vitest";
import { breathe, drive } from "../../src/solve/drive.js";

// biome-ignore lint/correctness/useYield: nothing of it waits
function* short(): Generator<undefined, number> {
  const until = performance.now() + 1;
  while (performance.now() < until);
  return 1;
}

it("gives the event loop its turns between many short runs, each awaited", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  // such a loop is a chain of promises that are fulfilled at once: no timer would ever run
  for (let k = 0; k < 1000 && turns < 3; k++) await drive(short());
  clearInterval(timer);
  // a busy machine may give it several at once
  expect(turns).toBeGreaterThanOrEqual(3);
});

it("gives them also where a clock went ahead and was put back", async () => {
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 1e9);
  await breathe();
  clock.mockRestore();
  let turns = 0;
  const timer = setInterval(() => turns++);
  for (let k = 0; k < 1000 && turns < 3; k++) await drive(short());
  clearInterval(timer);
  // a busy machine may give it several at once
  expect(turns).toBeGreaterThanOrEqual(3);
});
