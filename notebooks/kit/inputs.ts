/** Inputs of notebooks: plain controls of the page, each an element with `value` that tells of changes by `input`. */
import { element, short } from "./element.js";

/** An element whose `value` a notebook's `view` reads. */
export type Input<T> = HTMLElement & { value: T };

const withValue = <T>(made: HTMLElement, get: () => T, set: (value: T) => void): Input<T> =>
  Object.defineProperty(made, "value", { get, set, configurable: true }) as Input<T>;

/** Smallest and largest value of a slider, its step, where it begins, and its unit. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly unit?: string;
}

/** A number between bounds. */
export function slider(label: string, { min, max, step, value, unit = "" }: Scale): Input<number> {
  const range = element("input", { type: "range", min: `${min}`, max: `${max}`, step: `${step}`, value: `${value}` });
  const shown = element("output");
  const show = (): void => {
    shown.textContent = `${short(range.valueAsNumber)}${unit && ` ${unit}`}`;
    range.setAttribute("aria-valuetext", shown.textContent);
  };
  range.addEventListener("input", show);
  show();
  return withValue(
    element("label", { class: "control" }, element("span", {}, label), range, shown),
    () => range.valueAsNumber,
    (next) => {
      range.value = `${next}`;
      show();
    },
  );
}

/** One of several texts; `options` are values with what people read. */
export function choice(label: string, options: Readonly<Record<string, string>>, value?: string): Input<string> {
  const select = element(
    "select",
    {},
    ...Object.entries(options).map(([key, text]) => element("option", { value: key }, text)),
  );
  if (value !== undefined) select.value = value;
  return withValue(
    element("label", { class: "control" }, element("span", {}, label), select),
    () => select.value,
    (next) => {
      select.value = next;
    },
  );
}

/** A button; its value counts how often it was pressed. */
export function press(label: string): Input<number> {
  let count = 0;
  const button = element("button", { type: "button" }, label);
  const made = withValue(
    element("div", { class: "control" }, button),
    () => count,
    (next) => {
      count = next;
    },
  );
  button.addEventListener("click", () => {
    count++;
    made.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return made;
}

/** Text of a program to be edited; its value follows a moment after the last key. */
export function source(label: string, text: string): Input<string> {
  const area = element("textarea", { rows: `${text.split("\n").length}`, spellcheck: "false", "aria-label": label });
  area.value = text;
  let value = text;
  let timer = 0;
  const made = withValue(
    element("div", { class: "source" }, area),
    () => value,
    (next) => {
      area.value = value = next;
    },
  );
  area.addEventListener("input", (event) => {
    event.stopPropagation();
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      value = area.value;
      made.dispatchEvent(new Event("input", { bubbles: true }));
    }, 400);
  });
  return made;
}

/** Several inputs side by side; the value has the value of each by its name. */
export function form<T extends Readonly<Record<string, Input<unknown>>>>(inputs: T): Input<object> {
  return withValue(
    element("div", { class: "form" }, ...Object.values(inputs)),
    () => Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value])),
    (next) => {
      for (const [name, value] of Object.entries(next)) inputs[name].value = value;
    },
  );
}
