/**
 * Actions of people and answers of the worker as changes of the page's state: edits that can be undone, runs, opening
 * problems and files. A `Desk` holds all that they work with; nothing here draws. A new action stands in `actions.ts`
 * and in the controller, and needs none of the others to be read.
 *
 * @module app/playground/control
 */

import { linkOf, nowhere, type Place, placeOf, sameMotion } from "../../run/place.js";
import type { ListActions, RunActions } from "../actions.js";
import type { Charts } from "../charts.js";
import { record } from "../history.js";
import type { ExportKind } from "../messages.js";
import { type Port, planner } from "../planner.js";
import type { State } from "../state.js";
import type { Store } from "../store.js";
import { storedCatalogue } from "../stored.js";
import { answersTo } from "./answers.js";
import { type Desk, run, type Scene, show, toLink } from "./desk.js";
import { edits, typing } from "./edits.js";
import { families, type OwnPort } from "./family.js";
import { keeping } from "./keeping.js";
import { hearNews } from "./news.js";
import { load, open } from "./opening.js";
import { goTo, recalled, reopen } from "./redrawn.js";
import { type Measure, pick, seek } from "./seeking.js";
import { shownRun } from "./shown-run.js";

/** The page's solver, and a way to others beside it. */
export interface Ports {
  readonly port: Port;
  readonly makePort: () => OwnPort;
}

/** Every action of people and every answer of the worker, as changes of the state. */
export function controller(page: Store<State>, { port, makePort }: Ports, scene: Scene, charts: Charts) {
  const { get, change } = page;
  const worker = planner(
    port,
    answersTo(() => desk),
  );
  const edit = edits(page, {
    run: (guess, more) => run(desk, guess, more),
    cancel: worker.cancel,
    link: () => toLink(desk, "replace"),
    reopen: () => void reopen(desk),
    recall: () => recalled(desk),
  });
  const memory = {
    opening: 0,
    held: undefined,
    ended: undefined,
    time: undefined,
    afterRun: undefined,
    again: undefined,
    remembered: new Map(),
  };
  const desk: Desk = { page, worker, edit, scene, charts, catalogue: storedCatalogue(), memory };
  const { measured, ...compare } = keeping(desk);
  desk.catalogue.then((entries) => {
    change({ catalogue: entries });
    hearNews(desk, entries);
  });
  return {
    actions: {
      ...listActions(desk),
      ...edit.actions,
      ...typing(page, edit.actions.set),
      ...runActions(desk),
      ...compare,
      ...families(desk, makePort),
    },
    worker,
    open: (place: Place) => open(desk, place),
    begin: (place: Place) => begin(desk, place),
    isDragging: edit.isDragging,
    designAt: edit.designAt,
    moved: edit.moved,
    /** The motion that is shown as a file, in pieces; undefined where a run that it needs ends without one. */
    async exported(what: ExportKind): Promise<readonly string[] | undefined> {
      const shown = await shownRun(desk);
      return shown === undefined ? undefined : worker.exported(what, shown);
    },
    /** Another problem takes the place of this one, which undo goes back to. */
    goTo: (place: Place) => goTo(desk, place),
    /** Finds all launches of a place, and shows the best by a measure. */
    seek: (place: Place, measure?: Measure) => seek(desk, place, measure),
    load: (file: File) => load(desk, file),
    /** A table of what was measured is drawn beside the motion. */
    measured,
    /** The timeline stands elsewhere. */
    stands(at: number): void {
      if (at === (desk.memory.time ?? 0)) return;
      desk.memory.time = at;
      if (get().info !== undefined) toLink(desk, "replace");
    },
    /** The address was changed by hand, or by going back. */
    follow(): void {
      const place = placeOf(location.hash);
      const { now } = get().history;
      if (place.problem !== now.problem) void open(desk, place);
      else if (!sameMotion(place, now)) {
        change({ history: record(get().history, place), current: false });
        run(desk, place.launch);
      }
    },
  };
}

function listActions(desk: Desk): Omit<ListActions, "begin"> {
  const { change } = desk.page;
  return {
    find: (filter) => change({ filter }),
    showList: (listOpen) => change({ listOpen }),
    open: (problem) => begin(desk, { ...nowhere, problem }),
  };
}

/** Opens a place, from which the browser goes back to the one before. */
function begin(desk: Desk, place: Place): void {
  desk.memory.time = undefined;
  globalThis.history.pushState(null, "", linkOf(place));
  void open(desk, place);
}

function runActions(desk: Desk): RunActions {
  const { get, change } = desk.page;
  return {
    fold(group, isOpen) {
      const groups = new Set(get().open);
      if (isOpen) groups.add(group);
      else groups.delete(group);
      change({ open: groups });
    },
    run: () => run(desk, get().history.now.launch),
    findAll: () => run(desk, undefined, { all: true }),
    cancel: () => desk.worker.cancel(),
    showEnded() {
      const { ended } = get();
      if (ended === undefined) return;
      change({ answer: ended, ended: undefined, branches: ended.branches, picked: 0, ranked: undefined });
      desk.memory.held = desk.memory.ended;
      show(desk, true);
    },
    point(index) {
      if (index === get().pointed) return;
      change({ pointed: index });
      show(desk, true);
    },
    pick: (index) => pick(desk, index),
  };
}
