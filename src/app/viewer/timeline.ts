import type { SceneData } from "../motion-view/scene/scene-data.js";
import { bandStrip } from "./band-strip.js";
import { spanOf } from "./moment.js";
import { page } from "./page.js";
import { speedsFor } from "./speeds.js";

/** Contacts that are shown at once, a row each. */
const mostRows = 6;

/** Time under a slider with the band of contact modes: play, pause, speed, loop. */
export interface Timeline {
  readonly element: HTMLElement;
  /** The time that is shown [s]. */
  time(): number;
  /** Takes the span, the speeds and the band of another motion; the clock stays where it is if told so. */
  show(data: SceneData, keepTime: boolean): void;
  seek(time: number): void;
  play(on: boolean): void;
  isPlaying(): boolean;
  /** Stands still, some hundredths of the motion further on. */
  step(hundredths: number): void;
  dispose(): void;
}

/**
 * A timeline that has its times shown, also within the browser's own frames. A tab that was hidden does not go on in its
 * absence; a picture that takes long is made up for.
 */
export function timeline(showTime: (time: number, inFrame: boolean) => void, loops = false): Timeline {
  let [start, end] = [0, 0];
  let time = 0;
  let frame = 0;
  let before = 0;
  let decimals = 2;
  let shownBand = "";
  const isPlaying = (): boolean => frame !== 0;
  const { play, slider, clock, speed, loop, under } = controls(loops);
  const element = page("div", { class: "viewer-timeline" }, play, slider, clock, speed, loop, under);

  const show = (inFrame = false): void => {
    slider.value = String(time);
    slider.setAttribute("aria-valuetext", `${Number(time.toPrecision(4))} seconds`);
    clock.textContent = `${time.toFixed(decimals)} s`;
    showTime(time, inFrame);
  };
  const run = (on: boolean): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    play.textContent = on ? "Pause" : "Play";
    if (!on || !(end > start)) return;
    if (time >= end) time = start;
    before = performance.now();
    frame = requestAnimationFrame(tick);
  };
  const tick = (now: number): void => {
    time += (Math.max(0, now - before) / 1000) * Number(speed.value);
    before = Math.max(now, before);
    if (time >= end && loop.getAttribute("aria-pressed") === "true") time = start + ((time - start) % (end - start));
    const goesOn = time < end;
    time = Math.min(end, time);
    frame = goesOn ? requestAnimationFrame(tick) : 0;
    if (!goesOn) run(false);
    show(true);
  };
  const seek = (to: number): void => {
    time = Math.min(end, Math.max(start, to));
    show();
  };
  play.addEventListener("click", () => run(!isPlaying()));
  loop.addEventListener("click", () =>
    loop.setAttribute("aria-pressed", String(loop.getAttribute("aria-pressed") !== "true")),
  );
  slider.addEventListener("input", () => {
    run(false);
    seek(Number(slider.value));
  });
  const step = (hundredths: number): void => {
    run(false);
    seek(time + (hundredths * (end - start)) / 100);
  };
  stepByKeys(slider, step);
  const hidden = (): void => {
    before = performance.now();
  };
  document.addEventListener("visibilitychange", hidden);

  return {
    element,
    time: () => time,
    show(data, keepTime) {
      const isSame = keepTime && end > start;
      const wasAtEnd = time >= end;
      [start, end] = spanOf(data);
      [slider.min, slider.max] = [String(start), String(end)];
      // three digits of the duration are all that can be told apart
      decimals = Math.min(6, Math.max(0, 3 - Math.ceil(Math.log10(end - start || 1))));
      const text = JSON.stringify([data.timeline.band, start, end]);
      if (text !== shownBand) {
        const { names, band } = bandStrip(data.timeline.band, [start, end]);
        under.replaceChildren(names, band);
        // more rows than the scene can spare room for are scrolled, by keys too
        const isLong = names.childElementCount > mostRows;
        under.classList.toggle("long", isLong);
        if (isLong) under.tabIndex = 0;
        else under.removeAttribute("tabindex");
      }
      shownBand = text;
      if (!isSame) {
        run(false);
        const { all, best } = speedsFor(end - start, data.timeline.realTime);
        speed.replaceChildren(...all.map(({ value, name }) => page("option", { value: String(value) }, name)));
        speed.value = String(best);
        time = start;
      } else if (wasAtEnd) time = end;
      element.hidden = !(end > start);
      seek(time);
    },
    seek,
    play: run,
    isPlaying,
    step,
    dispose() {
      run(false);
      document.removeEventListener("visibilitychange", hidden);
    },
  };
}

/** The elements of a timeline. */
function controls(loops: boolean) {
  const pressed = { "aria-pressed": String(loops), title: "play again and again" };
  return {
    play: page("button", { type: "button", class: "viewer-play" }, "Play"),
    slider: page("input", { type: "range", step: "any", "aria-label": "time" }),
    clock: page("output", { class: "viewer-clock" }),
    speed: page("select", { "aria-label": "speed" }),
    loop: page("button", { type: "button", class: "viewer-loop", ...pressed }, "Loop"),
    under: page("div", { class: "viewer-under" }),
  };
}

/** Arrow keys on a slider without steps would move it by a browser's own idea of a step: here by hundredths. */
function stepByKeys(slider: HTMLElement, step: (by: number) => void): void {
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
  slider.addEventListener("keydown", (event) => {
    const by = steps[event.key as keyof typeof steps];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
}
