import type { Settings } from "../../motion/problem/parameters.js";
import type { Row, StudyRow } from "./row.js";
import type { Store } from "./store.js";

/** Rows that are held at most: one takes one to two kilobytes. */
const most = 25_000;

/**
 * A store that keeps the rows it is given in memory, too, unless the study is large: at its end they are gone through several
 * times, and reading twenty thousand of them takes half a second in which nobody computes.
 */
export function holding(store: Store, items: number, settings: (item: number) => Settings): Store {
  if (items > most) return store;
  const held = new Array<StudyRow | undefined>(items);
  /** Items on the disk that are not held. */
  const before = new Set<number>();
  for (const { item } of store.outcomes()) before.add(item);
  return {
    ...store,
    *rows() {
      if (before.size > 0) for (const row of store.rows()) held[row.item] = row;
      before.clear();
      for (const row of held) if (row !== undefined) yield row;
    },
    launchOf: (item) => held[item]?.launch ?? store.launchOf(item),
    add(rows) {
      store.add(rows);
      // one that is there already stays, as on the disk
      for (const row of rows)
        if (held[row.item] === undefined && !before.has(row.item)) held[row.item] = asStored(row, settings(row.item));
    },
  };
}

/** A row as it is read from the disk, where numbers are text: zeros have no sign, and what is no number is null. */
function asStored({ item, status, message, passed, values, launch, certificate, run }: Row, set: Settings): StudyRow {
  return {
    item,
    settings: told(set),
    status,
    message,
    passed,
    values: told(values),
    launch: launch.map(number) as number[],
    certificate: told(certificate),
    run: { from: run.from, seconds: run.seconds },
  };
}

const number = (x: number): number | null => (Number.isFinite(x) ? x + 0 : null);

function told<T extends number | string | null>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const copy: Record<string, T> = {};
  for (const name of Object.keys(record)) {
    const x = record[name];
    copy[name] = typeof x === "number" ? (number(x) as T) : x;
  }
  return copy;
}
