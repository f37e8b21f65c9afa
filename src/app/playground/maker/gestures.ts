import type { Draft } from "../../drafts/draft.js";
import { type Added, added, polygonAdded, type Tool } from "./add.js";
import { type Camera, gridOf, heightOf, moved, snapped, toPlane, toScreen, zoomed } from "./camera.js";
import { aimed, copied, find, findJoint, type Point, removed, type Selected } from "./edit.js";
import { type Grip, gripped, gripsOf, targetOf } from "./grips.js";
import { carried, isJointTool, jointAdded } from "./joints.js";
import type { Desk, Making } from "./making.js";

/** A press that moves less [pixels] is a click. */
const still = 5;

/** A press: on which thing or grip, from where, and how all was then. */
interface Held {
  readonly pointer: number;
  readonly screen: Point;
  readonly from: Point;
  readonly was: Making;
  readonly on: Selected | undefined;
  readonly grip: Grip["name"] | undefined;
}

/** Two fingers: where each is, by its pointer. */
type Pinch = Map<number, Point>;

/** Presses, drags, pinches, wheel and keys on the drawing, as changes of the draft. */
export function gestures(desk: Desk, element: () => SVGSVGElement | undefined) {
  let held: Held | undefined;
  let pinch: Pinch | undefined;
  /** The last place of the press that is held. */
  let last: Point = [0, 0];

  const screenOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element()?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return [clientX - left, clientY - top];
  };
  const planeOf = (event: PointerEvent): Point =>
    onGrid(toPlane(desk.get().camera, screenOf(event)), desk.get(), event.altKey);

  function down(event: PointerEvent): void {
    if (event.button !== 0 || pinch !== undefined) return;
    if (held !== undefined) {
      if (event.pointerType !== "touch") return;
      // what the first finger has begun was the beginning of two
      const first = new Map([[held.pointer, last]]);
      cancel();
      pinch = first.set(event.pointerId, screenOf(event));
      element()?.setPointerCapture(event.pointerId);
      return;
    }
    const was = desk.get();
    const target = event.target as Element;
    const grip = gripIn(target);
    const on = selectedIn(target);
    last = screenOf(event);
    held = {
      pointer: event.pointerId,
      screen: last,
      from: planeOf(event),
      was,
      on,
      grip,
    };
    element()?.setPointerCapture(event.pointerId);
    if (grip === undefined && was.tool === "select") desk.change(chosen(was, on, event.shiftKey));
  }

  function move(event: PointerEvent): void {
    if (pinch?.has(event.pointerId)) {
      const before = pinch;
      pinch = new Map(before).set(event.pointerId, screenOf(event));
      desk.change({ camera: pinched(desk.get().camera, before, pinch) });
    }
    if (held?.pointer !== event.pointerId) return;
    last = screenOf(event);
    if (isStill(held, last)) return;
    desk.change(during(held, planeOf(event), last));
  }

  function up(event: PointerEvent): void {
    if (pinch?.has(event.pointerId)) pinch = undefined;
    if (held?.pointer !== event.pointerId) return;
    const { was } = held;
    const at = planeOf(event);
    const click = isStill(held, screenOf(event));
    const done = click ? clicked(held, at) : during(held, at, screenOf(event));
    if (click && was.tool === "target" && was.draft.bodies.length === 0)
      desk.tell("There is no body yet that could have a target.");
    if (click && isJointTool(was.tool) && done.draft === undefined) desk.tell("There is no body yet to be joined.");
    held = undefined;
    desk.change(done);
    if (done.draft !== undefined && done.draft !== was.draft) desk.commit(done.draft);
  }

  function cancel(): void {
    if (held !== undefined) desk.change({ draft: held.was.draft, camera: held.was.camera });
    held = undefined;
    pinch = undefined;
  }

  function close(): void {
    const done = closed(desk.get());
    desk.change(done);
    if (done.draft !== undefined) desk.commit(done.draft);
  }

  return {
    down,
    move,
    up,
    cancel,
    close,
    wheel(event: WheelEvent): void {
      event.preventDefault();
      const { camera } = desk.get();
      desk.change({ camera: zoomed(camera, Math.exp(-event.deltaY / 500), screenOf(event)) });
    },
    key: (event: KeyboardEvent) => key(desk, event, { cancel, close }),
  };
}

/** The camera with which what was under two fingers still is. */
function pinched(camera: Camera, before: Pinch, after: Pinch): Camera {
  const [a, b] = [...before.values()];
  const [c, d] = [...after.values()];
  const middle = ([x, y]: Point, [u, v]: Point): Point => [(x + u) / 2, (y + v) / 2];
  const [from, to] = [middle(a, b), middle(c, d)];
  const carried = moved(camera, [to[0] - from[0], to[1] - from[1]]);
  return zoomed(carried, gap(c, d) / Math.max(still, gap(a, b)), to);
}

/** A point on the grid where points go there, else with as many digits as a hand can tell. */
const onGrid = (point: Point, { camera, snap }: Making, free: boolean): Point =>
  snap && !free ? snapped(point, gridOf(camera)) : [exact(point[0]), exact(point[1])];

/** The work of any tool, whose thing is selected alone. */
function made(
  draft: Draft,
  tool: Tool,
  gesture: Parameters<typeof added>[2],
  aimed: string | undefined,
): (Added & Pick<Making, "group">) | undefined {
  const done = isJointTool(tool) ? jointAdded(draft, tool, gesture, aimed) : added(draft, tool, gesture, aimed);
  return done && { ...done, group: [] };
}

/** The change that a drag has made so far. */
function during({ was, from, screen, on, grip }: Held, to: Point, pixel: Point): Partial<Making> {
  const { draft, selected, tool } = was;
  if (grip !== undefined && selected !== undefined)
    return { draft: gripped(draft, { ...selected, grip }, to, heightOf(was.camera)) };
  if (tool === "polygon") return {};
  if (tool !== "select") return made(draft, tool, { from, to: placeFor(was, to), moved: true }, aimedBody(was)) ?? {};
  if (on === undefined) return { camera: moved(was.camera, [pixel[0] - screen[0], pixel[1] - screen[1]]) };
  return { draft: shifted(was, on, from, to) };
}

const same = (a: Selected, b: Selected | undefined): boolean => a.role === b?.role && a.name === b.name;

/** All that is selected. */
const allOf = ({ selected, group }: Pick<Making, "selected" | "group">): readonly Selected[] =>
  selected === undefined ? group : [selected, ...group];

/** The things that go where one of a group goes; a joint that is held goes with its body. */
export function othersOf(making: Making, on: Selected): readonly Selected[] {
  const all = allOf(making).filter(({ role }) => role === "body" || role === "part");
  return all.some((one) => same(one, on)) ? all.filter((one) => !same(one, on)) : [];
}

/** The selection when something is pressed: that, or with the shift key that besides; what is of a group keeps it. */
export function chosen(was: Making, on: Selected | undefined, adds: boolean): Partial<Making> {
  if (on === undefined) return adds ? {} : { selected: undefined, group: [] };
  const all = allOf(was);
  const isIn = all.some((one) => same(one, on));
  if (adds && isIn) {
    const [selected, ...group] = all.filter((one) => !same(one, on));
    return { selected, group };
  }
  if (adds) return { selected: on, group: all };
  return isIn ? { selected: on, group: all.filter((one) => !same(one, on)) } : { selected: on, group: [] };
}

/** The thing in the hand, as far from where it was as the hand has gone. */
function shifted(was: Making, on: Selected, from: Point, to: Point): Making["draft"] {
  const { draft } = was;
  const by = (at: Point): Point => onGrid([at[0] + to[0] - from[0], at[1] + to[1] - from[1]], was, false);
  const target = on.role === "target" ? targetOf(draft, on.name) : undefined;
  if (target !== undefined) return aimed(draft, on.name, by(target));
  const at = (findJoint(draft, on.name) ?? find(draft, on.name))?.at ?? [0, 0];
  const [x, y] = by([at[0], at[1]]);
  return [on, ...othersOf(was, on)].reduce((all, { name }) => carried(all, name, [x - at[0], y - at[1], 0]), draft);
}

/** The change that a click makes. */
function clicked({ was, on, grip, from, screen }: Held, to: Point): Partial<Making> {
  const { draft, tool, corners, camera } = was;
  if (grip !== undefined || tool === "select") return {};
  if (tool === "polygon") {
    const [first] = corners;
    const near = first !== undefined && gap(toScreen(camera, first), screen) < 2 * still;
    return near ? closed(was) : { corners: [...corners, to] };
  }
  // a click on a body says whose target comes next
  if (tool === "target" && on?.role === "body") return { selected: on };
  return made(draft, tool, { from, to: placeFor(was, to), moved: false }, aimedBody(was)) ?? {};
}

/** A target on the grid is as far from its lines as its body is: a box that lies on one must lie on one there, too. */
function placeFor(was: Making, to: Point): Point {
  const { draft, tool, camera, snap } = was;
  const at = find(draft, aimedBody(was) ?? "")?.at;
  const grid = gridOf(camera);
  if (tool !== "target" || at === undefined || !snap || gap(to, snapped(to, grid)) > 0) return to;
  const from = snapped([at[0], at[1]], grid);
  return plus(to, [at[0] - from[0], at[1] - from[1]]);
}

/** A number of the drawing has as many digits as a screen can tell. */
const exact = (x: number): number => Number(x.toPrecision(6));
const gap = ([a, b]: Point, [c, d]: Point): number => Math.hypot(c - a, d - b);
const isStill = ({ screen }: Held, pixel: Point): boolean => gap(screen, pixel) < still;

const aimedBody = ({ selected, draft }: Making): string | undefined =>
  selected !== undefined && draft.bodies.some(({ name }) => name === selected.name)
    ? selected.name
    : draft.bodies.at(-1)?.name;

const closed = ({ draft, corners }: Making): Partial<Making> => ({
  corners: [],
  ...(polygonAdded(draft, corners) ?? {}),
});

/** The thing that an element of the drawing belongs to. */
export function selectedIn(element: Element): Selected | undefined {
  const data = element.closest<SVGElement>("[data-name]")?.dataset;
  return data?.name === undefined ? undefined : { role: data.role as Selected["role"], name: data.name };
}

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The ways to end what is under way. */
interface Endings {
  readonly cancel: () => void;
  readonly close: () => void;
}

/** Keys on what has the focus: Enter selects or puts down, arrows move, Delete removes, Ctrl+D copies. */
export function key(desk: Desk, event: KeyboardEvent, { cancel, close }: Endings): void {
  const making = desk.get();
  if (event.key === "Escape") cancel();
  const done = event.key === "Enter" && making.tool === "polygon" ? undefined : changeOf(making, event);
  if (event.key === "Enter" && making.tool === "polygon") close();
  if (done === undefined) return;
  event.preventDefault();
  desk.change(done);
  if (done.draft !== undefined && done.draft !== making.draft) desk.commit(done.draft);
}

/** The change that a key makes; undefined where it makes none. */
function changeOf(making: Making, event: KeyboardEvent): Partial<Making> | undefined {
  const { draft, selected, tool, camera } = making;
  const focus = event.target as Element;
  const on = selectedIn(focus) ?? selected;
  if (event.key === "Escape") return { tool: "select", corners: [], selected: undefined, group: [] };
  if (event.key === "Enter" || event.key === " ") {
    const found = selectedIn(focus);
    if (found !== undefined && tool !== "target") return { selected: found, group: [] };
    const middle = freePlace(draft, snapped(camera.middle, gridOf(camera)), heightOf(camera) / 8);
    return made(draft, tool, { from: middle, to: middle, moved: false }, aimedBody(making));
  }
  if (on === undefined) return undefined;
  if (event.key === "Delete" || event.key === "Backspace") return dropped(making, on);
  if (event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey)) return duplicate(making, on);
  const step = steps[event.key];
  if (step === undefined) return undefined;
  const grid = gridOf(camera) / (event.shiftKey ? 10 : 1);
  return nudged(making, on, gripIn(focus), [step[0] * grid, step[1] * grid]);
}

/** A place near a point where nothing has its middle yet: what keys put down would lie on what they put down before. */
function freePlace(draft: Draft, [x, y]: Point, step: number): Point {
  const taken = [...draft.bodies, ...draft.world].filter(({ shape }) => shape.kind !== "ground");
  const ways: readonly Point[] = [0, 1, 2, 3].flatMap((i): Point[] => [
    [0, i],
    [0, -i],
    [i, i],
    [-i, -i],
  ]);
  const places = ways.map(([a, b]): Point => [exact(x + a * step), exact(y + b * step)]);
  const isFree = ([u, v]: Point): boolean => taken.every(({ at }) => Math.hypot(at[0] - u, at[1] - v) > step / 2);
  return places.find(isFree) ?? [x, y];
}

/** The thing that has the focus, moved by so much: a grip, a target, a body or a part. */
function nudged(making: Making, on: Selected, grip: Grip["name"] | undefined, by: Point): Partial<Making> {
  const { draft, camera } = making;
  if (grip !== undefined) {
    const at = gripsOf(draft, on, heightOf(camera)).find(({ name }) => name === grip)?.at;
    return at === undefined ? {} : { draft: gripped(draft, { ...on, grip }, plus(at, by), heightOf(camera)) };
  }
  const target = on.role === "target" ? targetOf(draft, on.name) : undefined;
  if (target !== undefined) return { selected: on, draft: aimed(draft, on.name, plus(target, by)) };
  const all = [on, ...othersOf(making, on)];
  return { draft: all.reduce((before, { name }) => carried(before, name, [...by, 0]), draft) };
}

const gripIn = (element: Element): Grip["name"] | undefined =>
  (element.closest("[data-grip]")?.getAttribute("data-grip") as Grip["name"] | null | undefined) ?? undefined;

const plus = ([a, b]: Point, [c, d]: Point): Point => [exact(a + c), exact(b + d)];

/** A copy of what is selected, all of a group, which is selected then. */
export function duplicate(making: Making, on: Selected): Partial<Making> {
  let { draft } = making;
  const all = [on, ...othersOf(making, on)].flatMap((one): Selected[] => {
    if (one.role === "target" || find(draft, one.name) === undefined) return [];
    const copy = copied(draft, one.name, 2 * gridOf(making.camera));
    ({ draft } = copy);
    return [{ ...one, name: copy.name }];
  });
  const [selected, ...group] = all;
  return selected === undefined ? {} : { draft, selected, group };
}

/** The draft without what is selected, all of a group. */
export function dropped(making: Making, on: Selected): Partial<Making> {
  const draft = [on, ...othersOf(making, on)].reduce(removed, making.draft);
  return { draft, selected: undefined, group: [] };
}
