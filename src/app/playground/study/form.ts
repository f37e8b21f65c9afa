import { render } from "lit";
import { isSolved } from "../../studies/row.js";
import { page as element } from "../../viewer/page.js";
import { download } from "../files.js";
import type { ParameterInfo } from "../messages.js";
import { fetchGiven } from "../sources.js";
import { type Axis, axisAbout, type Chosen, faultOf, itemsOf, ofTwo, questionOf, variables } from "./ask.js";
import { type StudyDialog, studyDialog } from "./dialog.js";
import { type FormActs, formView, type Going, goingView, type Subject } from "./form-view.js";
import { hire } from "./hands.js";
import { type Computed, type PageWatch, sweepHere } from "./sweep-here.js";

/** Choices are kept until the page is left, and the last study of each problem with them. */
const choices = new Map<string, Chosen>();
const studies = new Map<string, Computed>();

/** Asks what a study of the problem varies, computes it and shows it; `first` is the value that varies where it is named. */
export function askStudy(subject: Subject, make: () => Worker, first?: string): void {
  const { info, verb, problem } = subject;
  const known = variables(info, verb);
  if (known.length === 0) return;
  const key = `${problem} ${verb}`;
  const about = (name: string, isSecond: boolean): Axis | undefined => {
    const parameter = known.find((one) => one.name === name);
    return parameter && axisAbout(parameter, subject.valueOf(name), subject.rangeOf(parameter), isSecond);
  };
  const box = studyDialog(`Study of ${info.title || info.name}`);
  let chosen = firstChoice(choices.get(key), { known, first, about });
  let trouble: string | undefined;
  let running: Watch | undefined;
  box.onClose(() => running?.stop.abort());
  const put = (next: Chosen): void => {
    chosen = next;
    trouble = undefined;
    choices.set(key, chosen);
    draw();
  };
  const acts: FormActs = {
    pick(axis, name) {
      const picked = about(name, axis > 0);
      const others = chosen.axes.filter((_, i) => i !== axis);
      const axes = picked === undefined ? others : axis === 0 ? [picked, ...others] : [...others, picked];
      put({ ...chosen, axes: axes.length > 1 ? axes.map(fewer) : axes });
    },
    change: (axis, part) =>
      put({ ...chosen, axes: chosen.axes.map((one, i) => (i === axis ? { ...one, ...part } : one)) }),
    bound(part) {
      const { bounds = { of: "", from: undefined, to: undefined }, ...others } = chosen;
      put(part === undefined ? others : { ...others, bounds: { ...bounds, ...part } });
    },
    run: () => void run(),
    stop: () => running?.stop.abort(),
    again() {
      const found = studies.get(key);
      if (found !== undefined) showFound(box, found, info.name);
    },
  };
  const draw = (): void => {
    const asked = { ...subject, chosen, trouble, known, isKnown: studies.has(key) };
    render(running === undefined ? formView(asked, acts) : goingView(running.now, acts), box.form);
  };
  async function run(): Promise<void> {
    trouble = faultOf(chosen);
    if (trouble !== undefined || running !== undefined) return draw();
    const watch = watched(chosen.axes, draw);
    running = watch;
    draw();
    try {
      const task = { problem, given: await fetchGiven(problem), question: questionOf(verb, subject.set, chosen) };
      const { onRow, stop } = watch;
      const found = await sweepHere(task, (one) => hire(make(), one), { signal: stop.signal, onRow });
      if (found.page.rows.items.length > 0) studies.set(key, found);
      if (found.page.rows.items.length > 0 && box.isOpen()) showFound(box, found, info.name);
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    running = undefined;
    draw();
  }
  draw();
}

/** The choice of before, unless another value is named; else the target, or the first value that there is. */
function firstChoice(
  before: Chosen | undefined,
  {
    known,
    first,
    about,
  }: {
    readonly known: readonly ParameterInfo[];
    readonly first: string | undefined;
    readonly about: (name: string, isSecond: boolean) => Axis | undefined;
  },
): Chosen {
  if (before !== undefined && (first === undefined || before.axes[0]?.name === first)) return before;
  const start =
    known.find(({ name }) => name === first) ?? known.find(({ name }) => name.startsWith("target")) ?? known[0];
  const axis = about(start.name, false);
  return { ...before, axes: axis === undefined ? [] : [axis] };
}

/** Two axes of many values are too many items. */
const fewer = (axis: Axis): Axis => ({ ...axis, count: Math.min(axis.count, ofTwo) });

/** A study that is watched: what was seen of it, and how it is stopped. */
interface Watch {
  readonly stop: AbortController;
  readonly now: Going;
  readonly onRow: PageWatch["onRow"];
}

/** Draws a study at work, at most once a frame. */
function watched(axes: readonly Axis[], draw: () => void): Watch {
  const now: Going = { axes, began: performance.now(), states: new Uint8Array(itemsOf(axes)), totals: undefined };
  let asked = 0;
  return {
    stop: new AbortController(),
    now,
    onRow({ item, status, passed }, totals) {
      now.states[item] = passed ? 3 : isSolved(status) ? 2 : 1;
      now.totals = totals;
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(draw);
    },
  };
}

/** The pictures of a study, from where it can be kept, and changed. */
function showFound(box: StudyDialog, { page, json }: Computed, name: string): void {
  const change = element("button", { type: "button" }, "Change");
  change.addEventListener("click", box.edit);
  const keep = element("button", { type: "button" }, "Export JSON");
  const file = `${name.replaceAll(/[^\w.-]+/g, "-")}.study.json`;
  keep.addEventListener("click", () => download(file, json(), "application/json"));
  box.show(page, change, keep);
}
