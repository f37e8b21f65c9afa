import type { ReplayFigure } from "../figures.js";
import { momentAt } from "./moment.js";
import { type Stage, stage } from "./stage.js";
import { page } from "./svg.js";
import { shown } from "./theme.js";

/** Speeds to choose from, as shares of real time. */
const speeds = [10, 5, 2, 1, 1 / 2, 1 / 5, 1 / 10, 1 / 20, 1 / 50, 1 / 100, 1 / 200];
/** How long a replay should take unless somebody chooses otherwise [s]. */
const pleasant = 6;
/** A picture that took longer than this [s], in a tab that slept, does not make the replay jump. */
const longestFrame = 0.1;

/** An animated picture with its controls: it goes on where it was when the page changes its width. */
export function replay(figure: ReplayFigure): (width: number) => Element {
  const { runs } = figure;
  let run = runs[0]!;
  let time = run.t[0]!;
  let drawn: Stage | undefined;
  let width = 0;
  let frame = 0;
  let before = 0;
  const play = page("button", { type: "button", class: "play" });
  const slider = page("input", { type: "range", step: "any", "aria-label": "time of the replay" });
  const clock = page("output", { class: "clock" });
  const speed = choice("speed", speedNames(run.t.at(-1)! - run.t[0]!));
  const launch = choice(
    "motion",
    runs.map(({ name }, i) => [String(i), name]),
  );
  const forces = page("p", { class: "forces" });
  const key = page(
    "p",
    { class: "key" },
    swatch("normal force", "normal"),
    swatch("friction, inside the thin lines of its cone", "friction"),
    "Lengths grow with the square root of the force.",
  );
  const hasForces = runs.some((one) => one.forces.some((now) => now.length > 0));
  const place = page("div", {});
  const controls = page("div", { class: "controls" }, play, slider, clock, speed);
  if (runs.length > 1) controls.append(launch);
  const all = page("div", { class: "replay" }, place, controls, ...(hasForces ? [key, forces] : []));

  const show = (): void => {
    const moment = momentAt(run, time);
    drawn?.show(time);
    slider.value = String(time);
    slider.setAttribute("aria-valuetext", `${shown(time)} seconds`);
    clock.textContent = `${time.toFixed(decimals)} s`;
    forces.textContent = moment.forces
      .map(([contact, , , nx, ny, fx, fy]) => {
        const sizes = [Math.hypot(nx, ny), Math.hypot(fx, fy)].map((x) => String(Number(x.toPrecision(2))));
        return `${run.contacts[contact]!.name} ${sizes[0]} N, friction ${sizes[1]} N`;
      })
      .join("; ");
  };
  // three digits of the duration are all that can be told apart
  const decimals = Math.max(0, 3 - Math.ceil(Math.log10(run.t.at(-1)! - run.t[0]!)));
  const draw = (): void => {
    [slider.min, slider.max] = [String(run.t[0]!), String(run.t.at(-1)!)];
    drawn = stage(figure, run, width);
    place.replaceChildren(drawn.svg);
    show();
  };
  const playing = (on: boolean): void => {
    cancelAnimationFrame(frame);
    play.textContent = on ? "Pause" : "Play";
    if (!on) return;
    if (time >= run.t.at(-1)!) time = run.t[0]!;
    before = performance.now();
    frame = requestAnimationFrame(tick);
  };
  const tick = (now: number): void => {
    const passed = Math.min(longestFrame, Math.max(0, now - before) / 1000);
    before = now;
    time = Math.min(run.t.at(-1)!, time + passed * Number(select(speed).value));
    show();
    if (time < run.t.at(-1)!) frame = requestAnimationFrame(tick);
    else playing(false);
  };
  play.addEventListener("click", () => playing(play.textContent === "Play"));
  slider.addEventListener("input", () => {
    playing(false);
    time = Number(slider.value);
    show();
  });
  // arrow keys on a slider without steps would move it by a browser's own idea of a step
  slider.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    const by = steps[event.key as keyof typeof steps];
    if (by === undefined) return;
    event.preventDefault();
    playing(false);
    const [start, end] = [run.t[0]!, run.t.at(-1)!];
    time = Math.min(end, Math.max(start, time + (by * (end - start)) / 100));
    show();
  });
  select(launch).addEventListener("change", () => {
    run = runs[Number(select(launch).value)]!;
    time = Math.min(run.t.at(-1)!, Math.max(run.t[0]!, time));
    draw();
  });
  playing(false);
  startWhenSeen(all, () => playing(true));
  return (available) => {
    width = available;
    draw();
    return all;
  };
}

/** Starts by itself once, unless somebody asked for less motion. */
function startWhenSeen(element: Element, start: () => void): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    start();
  });
  seen.observe(element);
}

/** Speeds that make the replay last from a second to a minute; the first is the one that makes it pleasant. */
function speedNames(duration: number): [string, string][] {
  const fit = speeds.filter((speed) => duration / speed >= 1 && duration / speed <= 60);
  const away = (speed: number): number => Math.abs(Math.log(duration / speed / pleasant));
  const best = speeds.reduce((a, b) => (away(b) < away(a) ? b : a));
  const named = (speed: number): string =>
    speed === 1 ? "real time" : speed > 1 ? `${speed} × faster` : `${Math.round(1 / speed)} × slower`;
  return [best, ...fit.filter((speed) => speed !== best)].map((speed) => [String(speed), named(speed)]);
}

function choice(name: string, options: readonly (readonly [string, string])[]): HTMLLabelElement {
  const entries = options.map(([value, text]) => page("option", { value }, text));
  return page("label", {}, `${name} `, page("select", {}, ...entries));
}

const select = (label: HTMLLabelElement): HTMLSelectElement => label.querySelector("select")!;

const swatch = (text: string, name: string): HTMLElement =>
  page("span", {}, page("i", { style: `background: var(--${name})` }), text);
