/**
 * Handles over a stage: buttons of the page that are dragged by pointer and moved by keys, freely or on a line or a ring. They
 * ask the stage where points are seen, and know nothing of what they move.
 *
 * @module app/viewer/handles
 */
import type { Triple } from "../../motion-view/scene/scene-data.js";
import { page } from "../page.js";
import type { Stage } from "../stage.js";
import { tripleOf } from "../triple.js";
import type { Grips, Handle, OnMove } from "../viewer-api.js";
import { linesSeen, rangeOutline } from "./outlines.js";
import { onWay, stepOnWay } from "./ways.js";

/** Handles over a stage as buttons of the page: dragged by pointer, moved by arrow keys. */
export interface HandleButtons {
  readonly element: HTMLElement;
  set(handles: readonly Handle[], onMove: OnMove, more?: Partial<Pick<Grips, "lines" | "onHold">>): void;
  /** Puts every button where its point is seen. */
  place(): void;
}

interface Held {
  readonly button: HTMLButtonElement;
  handle: Handle;
  /** The place to which it is dragged; what is set from outside meanwhile is an answer to an older place. */
  dragged: Triple | undefined;
}

export function handleButtons(stage: () => Stage | undefined, redraw: () => void): HandleButtons {
  const [range, lines] = [rangeOutline(), linesSeen()];
  const element = page("div", { class: "viewer-handles" }, lines.element, range.element);
  const held = new Map<string, Held>();
  let tell: OnMove = () => {};
  let hold: Grips["onHold"] = () => {};

  function make(handle: Handle): Held {
    const button = page("button", { type: "button", class: `viewer-handle ${handle.kind}` });
    const one: Held = { button, handle, dragged: undefined };
    let grip: readonly [number, number] = [0, 0];
    const move = (event: PointerEvent): void => {
      const box = element.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left - grip[0], event.clientY - box.top - grip[1]];
      const point = pointUnder(stage(), one.handle, x, y);
      if (point === undefined) return;
      one.dragged = inside(one.handle, point);
      redraw();
      tell(one.handle.name, one.dragged, "drag");
    };
    const drop = (): void => {
      button.removeEventListener("pointermove", move);
      if (one.dragged === undefined) return;
      const point = one.dragged;
      one.handle = { ...one.handle, at: point };
      one.dragged = undefined;
      tell(one.handle.name, point, "drop");
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      button.focus({ preventScroll: true });
      button.setPointerCapture(event.pointerId);
      const box = element.getBoundingClientRect();
      const [x, y] = stage()?.view.toPixel(one.handle.at) ?? [0, 0];
      grip = [event.clientX - box.left - x, event.clientY - box.top - y];
      button.addEventListener("pointermove", move);
      hold(one.handle.name, event.shiftKey);
    });
    for (const name of ["pointerup", "pointercancel"] as const) button.addEventListener(name, drop);
    button.addEventListener("keydown", (event) => {
      const way = ways[event.key as keyof typeof ways];
      const on = stage();
      if (way === undefined || on === undefined) return;
      event.preventDefault();
      const by = on.view.grid * (event.shiftKey ? 1 : 0.1);
      const from = one.dragged ?? one.handle.at;
      if (one.dragged === undefined) hold(one.handle.name, false);
      one.dragged = stepOf(on, one.handle, from, { way, by });
      redraw();
      tell(one.handle.name, one.dragged, "drag");
    });
    button.addEventListener("keyup", (event) => {
      if (event.key in ways) drop();
    });
    button.addEventListener("blur", drop);
    element.append(button);
    return one;
  }

  return {
    element,
    set(handles, onMove, { lines: seen = [], onHold = () => {} } = {}) {
      tell = onMove;
      hold = onHold;
      lines.set(seen);
      const names = new Set(handles.map(({ name }) => name));
      for (const [name, { button }] of held)
        if (!names.has(name)) {
          button.remove();
          held.delete(name);
        }
      for (const handle of handles) {
        const one = held.get(handle.name) ?? make(handle);
        one.handle = handle;
        const label = `${handle.label}: drag, or move with arrow keys`;
        if (one.button.getAttribute("aria-label") !== label) {
          one.button.setAttribute("aria-label", label);
          one.button.title = handle.label;
        }
        held.set(handle.name, one);
      }
      redraw();
    },
    place() {
      const on = stage();
      if (on === undefined) return;
      let heldNow: Handle | undefined;
      for (const { button, handle, dragged } of held.values()) {
        if (dragged !== undefined) heldNow = handle;
        const [x, y] = on.view.toPixel(dragged ?? handle.at);
        button.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      }
      range.show(on, heldNow);
      lines.show(on);
    },
  };
}

/** The place of a handle under a pixel, on its way where it has one. */
function pointUnder(on: Stage | undefined, { at, way }: Handle, x: number, y: number): Triple | undefined {
  if (on === undefined) return undefined;
  return way === undefined ? on.view.toPoint(x, y, at) : onWay(on.view, way, [x, y]);
}

/** The place a step further, on its way where it has one: right and up go forwards. */
function stepOf(on: Stage, handle: Handle, from: Triple, { way: [right, up], by }: Step): Triple {
  if (handle.way !== undefined) return stepOnWay(handle.way, from, by * (right + up));
  return inside(handle, stepFrom(on, from, [right, up], by));
}

/** A step of a key: to the right and up in the picture, and how far [m]. */
interface Step {
  readonly way: readonly [number, number];
  readonly by: number;
}

/** The nearest place that a handle may have. */
const inside = ({ within }: Handle, point: Triple): Triple =>
  within === undefined ? point : tripleOf((i) => Math.min(within.high[i], Math.max(within.low[i], point[i])));

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as const;

/** A step along the axis of the world that looks most like left, right, up or down from where one looks. */
function stepFrom(on: Stage, from: Triple, [right, up]: readonly [number, number], by: number): Triple {
  const [x, y] = on.view.toPixel(from);
  const seen = on.view.toPoint(x, y, from) ?? from;
  const aim = on.view.toPoint(x + 20 * right, y - 20 * up, from) ?? from;
  const way = aim.map((coordinate, i) => coordinate - seen[i]);
  const axis = way.reduce((most, length, i) => (Math.abs(length) > Math.abs(way[most]) ? i : most), 0);
  return tripleOf((i) => (i === axis ? from[i] + Math.sign(way[axis]) * by : from[i]));
}
