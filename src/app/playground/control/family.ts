import { along, type Family, type Member } from "../compare/family.js";
import { besides } from "../compare/shown.js";
import type { Answer } from "../messages.js";
import { isGood } from "../messages.js";
import { type Port, planner } from "../planner.js";
import { clamp, short } from "../settings.js";
import { fetchGiven } from "../sources.js";
import { rangeOf, shownValue, verbOf } from "../state.js";
import { type Desk, show } from "./desk.js";

/** Members of a family: ghosts of more cannot be told apart. */
const size = 9;

/** A solver of its own, beside that of the page. */
export interface OwnPort extends Port {
  readonly end: () => void;
}

/**
 * Motions along a slider, one after the other from the value that is shown outwards, each from the launch of its nearest neighbour:
 * drawn faintly, with a curve. Undefined settings of a value are those of a slider's ends.
 */
export function families(desk: Desk, makePort: () => OwnPort) {
  let current: OwnPort | undefined;

  async function showFamily(name: string): Promise<void> {
    const { page } = desk;
    const before = page.get();
    const declared = before.info?.parameters.find((one) => one.name === name);
    if (declared === undefined) return;
    const { min, max } = rangeOf(before, declared);
    const now = Number(shownValue(before, name));
    const values = along(min, max, size).map((x) => clamp(declared, short(x)));
    values.sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
    const family: Family = { name, unit: declared.unit, of: besides(before, name), members: [], size };
    page.change({ family, told: `Nine motions over ${name}` });
    current?.end();
    const port = makePort();
    current = port;
    const ask = asker(port);
    const { problem, set } = before.history.now;
    const verb = verbOf(before);
    try {
      const { run: _, ...given } = (await fetchGiven(problem)) ?? {};
      await ask.open(problem, given);
      for (const at of values) {
        const guess = launchNear(page.get().family, at) ?? before.answer?.launch ?? [];
        const usable = verb === "solve" && guess.length > 0;
        const answer = await ask.run({ problem, verb, set: { ...set, [name]: at }, drag: 1, ...(usable && { guess }) });
        const shown = page.get().family;
        if (current !== port || shown?.of !== family.of || shown.name !== name) break;
        const member = memberOf(answer, { problem, verb, set: { ...set, [name]: at } }, at, name);
        const members = [...shown.members, ...(member === undefined ? [] : [member])].sort((a, b) => a.at - b.at);
        page.change({ family: { ...shown, members } });
        show(desk, true);
      }
    } catch (error) {
      if (current === port) page.change({ complaint: (error as Error).message, told: (error as Error).message });
    } finally {
      port.end();
      if (current === port) current = undefined;
    }
    const left = page.get().family;
    if (current === undefined && left !== undefined) page.change({ family: { ...left, size: left.members.length } });
  }

  return {
    showFamily: (name: string) => void showFamily(name),
    curve(over: string): void {
      const { family } = desk.page.get();
      if (family !== undefined) desk.page.change({ family: { ...family, over } });
    },
    endFamily(): void {
      current?.end();
      current = undefined;
      desk.page.change({ family: undefined });
      show(desk, true);
    },
  };
}

type Asked = Parameters<ReturnType<typeof planner>["run"]>[0];

/** A solver that is asked for one run after the other; one that is refused has no answer. */
function asker(port: Port) {
  let told: ((answer: Answer | undefined) => void) | undefined;
  const solver = planner(port, {
    started: () => {},
    progress: () => {},
    answered: (_, answer) => told?.(answer),
    refused: () => told?.(undefined),
  });
  return {
    open: solver.open,
    run: (request: Asked): Promise<Answer | undefined> =>
      new Promise((resolve) => {
        told = resolve;
        solver.run(request);
      }),
  };
}

/** The launch of the solved member that is nearest to a value. */
function launchNear(family: Family | undefined, at: number): readonly number[] | undefined {
  const near = (family?.members ?? []).filter(({ status, place }) => isGood(status) && place?.launch !== undefined);
  near.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return near[0]?.place?.launch;
}

function memberOf(
  answer: Answer | undefined,
  place: Omit<Asked, "drag">,
  at: number,
  name: string,
): Member | undefined {
  if (answer?.scene === undefined) return undefined;
  const { status, launch, parameters, values, scene } = answer;
  const { problem, verb, set } = place;
  const isThere = isGood(status);
  return {
    id: -1 - Math.round(at * 1e6),
    name: `${name} ${at}`,
    place: { problem, verb, set, ...(launch.length > 0 && { launch: [...launch] }) },
    settings: parameters,
    values: isThere ? Object.fromEntries(values.map((one) => [one.name, one.value])) : {},
    scene,
    drawn: isThere,
    at,
    status,
  };
}
