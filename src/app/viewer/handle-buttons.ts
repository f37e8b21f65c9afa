import type { Triple } from "../motion-view/scene/scene-data.js";
import { page } from "./page.js";
import type { Stage } from "./stage.js";
import { tripleOf } from "./triple.js";
import type { Grips, Handle, OnMove } from "./viewer-api.js";
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
      const { at, way } = one.handle;
      const view = stage()?.view;
      const point = way === undefined ? view?.toPoint(x, y, at) : view && onWay(view, way, [x, y]);
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
      hold(one.handle.name);
    });
    for (const name of ["pointerup", "pointercancel"] as const) button.addEventListener(name, drop);
    button.addEventListener("keydown", (event) => {
      const way = ways[event.key as keyof typeof ways];
      const on = stage();
      if (way === undefined || on === undefined) return;
      event.preventDefault();
      const by = on.view.grid * (event.shiftKey ? 1 : 0.1);
      const from = one.dragged ?? one.handle.at;
      const { way: path } = one.handle;
      if (one.dragged === undefined) hold(one.handle.name);
      one.dragged =
        path === undefined
          ? inside(one.handle, stepFrom(on, from, way, by))
          : stepOnWay(path, from, by * (way[0] + way[1]));
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

/** The nearest place that a handle may have. */
const inside = ({ within }: Handle, point: Triple): Triple =>
  within === undefined ? point : tripleOf((i) => Math.min(within.high[i], Math.max(within.low[i], point[i])));

/** Lines that belong to handles, as they are seen. */
function linesSeen() {
  const name = "http://www.w3.org/2000/svg";
  const element = document.createElementNS(name, "svg");
  const path = document.createElementNS(name, "path");
  element.setAttribute("class", "viewer-ways");
  element.setAttribute("aria-hidden", "true");
  element.append(path);
  let lines: Grips["lines"] = [];
  return {
    element,
    set(all: Grips["lines"]): void {
      lines = all;
      element.toggleAttribute("hidden", all.length === 0);
    },
    show({ view }: Stage): void {
      if (lines.length === 0) return;
      const pixel = (point: Triple): string =>
        view
          .toPixel(point)
          .map((x) => x.toFixed(1))
          .join(" ");
      path.setAttribute("d", lines.map((line) => `M${line.map(pixel).join("L")}`).join(""));
    },
  };
}

/** The outline of the box that a held handle stays in, as it is seen. */
function rangeOutline() {
  const name = "http://www.w3.org/2000/svg";
  const element = document.createElementNS(name, "svg");
  const shape = document.createElementNS(name, "polygon");
  element.setAttribute("class", "viewer-range");
  element.setAttribute("aria-hidden", "true");
  element.append(shape);
  return {
    element,
    show(on: Stage, handle: Handle | undefined): void {
      const { within, at } = handle ?? {};
      element.toggleAttribute("hidden", within === undefined);
      if (within === undefined || at === undefined) return;
      const { low, high } = within;
      const [a = 0, b = a] = [0, 1, 2].filter((i) => high[i] > low[i]);
      const corner = (x: number, y: number): string =>
        on.view
          .toPixel(tripleOf((i) => (i === b && b !== a ? y : i === a ? x : at[i])))
          .map((pixel) => pixel.toFixed(1))
          .join();
      const corners = [
        corner(low[a], low[b]),
        corner(high[a], low[b]),
        corner(high[a], high[b]),
        corner(low[a], high[b]),
      ];
      shape.setAttribute("points", corners.join(" "));
    },
  };
}

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
