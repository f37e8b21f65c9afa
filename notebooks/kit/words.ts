/** Words and numbers for cells. */
import { element, short } from "./element.js";

/** A sentence below a picture. */
export const caption = (text: string): HTMLElement => element("p", { class: "caption" }, text);

/** Named facts in a row, the way results are summed up. */
export function facts(values: Readonly<Record<string, string | number | null>>): HTMLElement {
  return element(
    "dl",
    { class: "facts" },
    ...Object.entries(values).map(([name, value]) =>
      element(
        "div",
        {},
        element("dt", {}, name),
        element("dd", {}, typeof value === "number" ? short(value) : (value ?? "–")),
      ),
    ),
  );
}

/** A table of rows with the same columns. */
export function numbers(rows: readonly Readonly<Record<string, string | number>>[]): HTMLElement {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: string | number): HTMLElement =>
    typeof value === "number" ? element("td", { class: "number" }, short(value)) : element("td", {}, value);
  const side = (name: string): Readonly<Record<string, string>> =>
    rows.every((row) => typeof row[name] === "number") ? { class: "number" } : {};
  return element(
    "div",
    { class: "scroll", role: "region", "aria-label": `table of ${columns.join(", ")}`, tabindex: "0" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, ...columns.map((name) => element("th", { scope: "col", ...side(name) }, name))),
      ),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...columns.map((name) => cell(row[name] ?? ""))))),
    ),
  );
}

const laws: readonly (readonly [string, string, string])[] = [
  ["penetration", "no body in another", "m"],
  ["complementarity", "force or gap, never both", "N"],
  ["coneExcess", "friction inside its cone", "N"],
  ["energyCreated", "no energy from nothing", "J"],
  ["boundaryError", "conditions at the ends", "m"],
];

/** The worth of a motion, law by law, computed from the motion alone. */
export function certificate(
  of: Readonly<Record<string, { readonly value: number; readonly row: string }>>,
): HTMLElement {
  return numbers(
    laws
      .filter(([key]) => of[key] !== undefined)
      .map(([key, law, unit]) => ({
        law,
        "worst over the motion": `${of[key].value === 0 ? "0" : of[key].value.toExponential(1).replace("-", "−")} ${unit}`,
        where: of[key].value === 0 ? "" : of[key].row,
      })),
  );
}
