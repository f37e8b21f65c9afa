import { problem as putt } from "../../../problems/golf/robust-putt.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { design } from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import type { BenchRow } from "../lu.js";

/** Normal numbers by the polar method of Marsaglia, which shares nothing with quantiles of sequences. */
function normals(seed: number): () => number {
  const random = randomNumbers(seed);
  return () => {
    for (;;) {
      const [u, v] = [2 * random() - 1, 2 * random() - 1];
      const s = u * u + v * v;
      if (s > 0 && s < 1) return u * Math.sqrt((-2 * Math.log(s)) / s);
    }
  };
}

/** The share of launches that are holed, judged from their paths by a formula of this file. */
function holedShare(speed: number, direction: number, launches: number, seed: number): number {
  const setup = setUp(putt);
  const { kernels, parameters: names, model } = setup.compiled;
  const { marcher } = borrow(setup);
  const { h } = setup.steps;
  const path = emptyPath(kernels, h.length);
  const width = kernels.layout.states;
  const [x, y, vx, vy] = ["ball.x", "ball.y", "ball.vx", "ball.vy"].map((name) =>
    model.state.findIndex((state) => state.name === name),
  );
  const draw = normals(seed);
  let holed = 0;
  for (let k = 0; k < launches; k++) {
    const parameters = setup.parameters.slice();
    parameters[names.indexOf("launch.speed")] = speed;
    parameters[names.indexOf("launch.direction")] = direction;
    parameters[names.indexOf("error.speed")] = 0.04 * draw();
    parameters[names.indexOf("error.direction")] = 0.01 * draw();
    marcher.begin(parameters, setup.steps, path, false);
    if (marcher.advance(h.length).status !== "solved") continue;
    const at = (step: number, part: number, i: number): number =>
      (1 - part) * path.states[step * width + i] + part * path.states[(step + 1) * width + i];
    let isIn = false;
    for (let step = 0; step < h.length && !isIn; step++)
      for (let part = 0; part < 1 && !isIn; part += 0.05) {
        const [a, b, u, v] = [x, y, vx, vy].map((i) => at(step, part, i));
        isIn = ((a - 3) ** 2 + b * b) / 0.054 ** 2 + Math.hypot(u, v) / 1.63 <= 1;
      }
    if (isIn) holed++;
  }
  return holed / launches;
}

/** Claimed probabilities of success of the safest putt, by several seeds, each against independent launches. */
export async function benchChances(seeds: number, launches: number): Promise<BenchRow[]> {
  let inside = 0;
  const told: string[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const { values } = await design(putt, { search: { seed } });
    const number = (name: string): number => Number(values[name]);
    const share = holedShare(number("design.launch.speed"), number("design.launch.direction"), launches, 1000 + seed);
    const [low, high] = [number("probability.low"), number("probability.high")];
    if (share >= low && share <= high) inside++;
    told.push(`${share.toFixed(3)} in ${low.toFixed(3)}–${high.toFixed(3)}`);
  }
  return [
    {
      name: `golf/robust-putt: ${launches} launches inside the claimed interval, by seed`,
      must: "all",
      value: `${inside} of ${seeds}: ${told.join(", ")}`,
    },
  ];
}
