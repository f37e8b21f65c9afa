import { page } from "./svg.js";
import { shown } from "./theme.js";

/** Speeds to choose from, as shares of real time. */
const speeds = [10, 5, 2, 1, 1 / 2, 1 / 5, 1 / 10, 1 / 20, 1 / 50, 1 / 100, 1 / 200];
/** How long a replay should take unless somebody chooses otherwise [s]. */
const pleasant = 6;
/** A picture that took longer than this [s], in a tab that slept, does not make the replay jump. */
const longestFrame = 0.1;

/** Time under a slider: play, pause, speed. */
export interface Player {
  readonly controls: HTMLElement;
  /** The time that is shown [s]. */
  readonly time: () => number;
  /** Shows the time again, within other ends where a motion is exchanged. */
  readonly refresh: (span?: Span) => void;
  /** Starts by itself once when an element is seen, unless somebody asked for less motion. */
  readonly startWhenSeen: (element: Element) => void;
}

type Span = readonly [number, number];

/** A player from a start to an end that has its times shown. */
export function player(first: Span, showTime: (time: number) => void): Player {
  let [start, end] = first;
  let time = start;
  let frame = 0;
  let before = 0;
  const play = page("button", { type: "button", class: "play" });
  const slider = page("input", { type: "range", step: "any", "aria-label": "time of the replay" });
  const clock = page("output", { class: "clock" });
  const speed = choice("speed", speedNames(end - start));
  const controls = page("div", { class: "controls" }, play, slider, clock, speed);
  // three digits of the duration are all that can be told apart
  const decimals = Math.max(0, 3 - Math.ceil(Math.log10(end - start)));

  const show = (): void => {
    showTime(time);
    slider.value = String(time);
    slider.setAttribute("aria-valuetext", `${shown(time)} seconds`);
    clock.textContent = `${time.toFixed(decimals)} s`;
  };
  const playing = (on: boolean): void => {
    cancelAnimationFrame(frame);
    play.textContent = on ? "Pause" : "Play";
    if (!on) return;
    if (time >= end) time = start;
    before = performance.now();
    frame = requestAnimationFrame(tick);
  };
  const tick = (now: number): void => {
    const passed = Math.min(longestFrame, Math.max(0, now - before) / 1000);
    before = now;
    time = Math.min(end, time + passed * Number(select(speed).value));
    show();
    if (time < end) frame = requestAnimationFrame(tick);
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
    time = Math.min(end, Math.max(start, time + (by * (end - start)) / 100));
    show();
  });
  playing(false);
  return {
    controls,
    time: () => time,
    refresh(span = [start, end]) {
      [start, end] = span;
      time = Math.min(end, Math.max(start, time));
      [slider.min, slider.max] = [String(start), String(end)];
      show();
    },
    startWhenSeen(element) {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      const seen = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        playing(true);
      });
      seen.observe(element);
    },
  };
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

/** A labelled choice of one of several. */
export function choice(name: string, options: readonly (readonly [string, string])[]): HTMLLabelElement {
  const entries = options.map(([value, text]) => page("option", { value }, text));
  return page("label", {}, `${name} `, page("select", {}, ...entries));
}

export const select = (label: HTMLLabelElement): HTMLSelectElement => label.querySelector("select")!;
