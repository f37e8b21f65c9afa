/**
 * The program behind a notebook: Observable's runtime with what the cells of this folder use, and nothing that is
 * fetched. Each cell's element says by `data-state` whether it is being computed, done, or failed.
 */

import { define as defineCell } from "observable:runtime/define.js";
import { observe } from "observable:runtime/display.js";
import { observe as follow } from "observable:runtime/stdlib/generators/observe.js";
import * as Plot from "@observablehq/plot";
import { Runtime } from "@observablehq/runtime";
import { board } from "./board.js";
import { choice, form, press, slider, source } from "./inputs.js";
import { place } from "./place.js";
import { plot } from "./plot.js";
import { sweep } from "./sweep.js";
import { caption, certificate, facts, numbers } from "./words.js";

/** Tells the width of the text column [pixels], which pictures are drawn for. */
function columnWidth(tell: (width: number) => void): () => void {
  const page = document.querySelector("main") ?? document.body;
  let told = 0;
  const observer = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry.contentRect.width);
    if (width === 0 || width === told) return;
    told = width;
    tell(width);
  });
  observer.observe(page);
  return () => observer.disconnect();
}

const main = new Runtime({
  Plot: () => ({ ...Plot, plot }),
  // for Markdown cells with ${…} in them, which are written when the page is read
  md: () => import("observable:runtime/stdlib/md.js").then(({ md }) => md),
  width: () => follow(columnWidth),
  board: () => board,
  choice: () => choice,
  form: () => form,
  press: () => press,
  slider: () => slider,
  source: () => source,
  place: () => place,
  sweep: () => sweep,
  caption: () => caption,
  certificate: () => certificate,
  facts: () => facts,
  numbers: () => numbers,
}).module();

/** Defines one cell; the built pages call it once for each. */
export function define(state: CellState, definition: object): void {
  defineCell(main, state, definition, (cell: CellState, told: object) => {
    const observer = observe(cell, told);
    const mark = (text: string): void => {
      cell.root.dataset.state = text;
    };
    return {
      _node: cell.root,
      pending() {
        mark("pending");
        observer.pending();
      },
      fulfilled(value: unknown) {
        observer.fulfilled(value);
        mark("done");
      },
      rejected(error: unknown) {
        observer.rejected(error);
        mark("failed");
      },
    };
  });
}

interface CellState {
  readonly root: HTMLElement;
}
