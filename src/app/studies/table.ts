import type { StudyData } from "./definition.js";
import type { StudyRow } from "./row.js";

/** The material of an export: the question, the rows, and the names of what conditions free. */
export interface Exported {
  readonly data: StudyData;
  /** All rows, anew each time. */
  readonly rows: () => Iterable<StudyRow>;
  readonly freed: readonly string[];
  /** The title of the problem, units by names, and how much of the study took how long. */
  readonly about: {
    readonly title: string;
    readonly units: Readonly<Record<string, string>>;
    readonly items: number;
    readonly seconds: number;
  };
}

/** A column of all rows: its name, and the cell of a row; NaN where a number does not exist. */
export interface Column {
  readonly name: string;
  readonly of: (row: StudyRow) => number | string;
  /** True of text. */
  readonly isText: boolean;
}

/** The columns of all rows: what was set, values, launches, the worst of every law. */
export function tableOf({ data, rows, freed }: Exported): Column[] {
  const values = new Set<string>();
  const laws = new Set<string>();
  const texts = new Set<string>();
  for (const row of rows()) {
    for (const name of Object.keys(row.values)) values.add(name);
    for (const law of Object.keys(row.certificate)) laws.add(law);
    for (const [name, value] of Object.entries(row.settings)) if (typeof value === "string") texts.add(name);
  }
  // a launch that is also a declared value stands there
  const launch = freed.filter((name) => !values.has(name));
  const number = (name: string, of: (row: StudyRow) => number | null | undefined): Column => ({
    name,
    of: (row) => of(row) ?? Number.NaN,
    isText: false,
  });
  const words = (name: string, of: (row: StudyRow) => string): Column => ({ name, of, isText: true });
  return [
    number("item", ({ item }) => item),
    words("status", ({ status }) => status),
    number("passed", ({ passed }) => (passed ? 1 : 0)),
    ...Object.keys(data.study.over).map((name) =>
      texts.has(name)
        ? words(name, ({ settings }) => String(settings[name]))
        : number(name, ({ settings }) => Number(settings[name])),
    ),
    ...[...values].map((name) => number(name, (row) => row.values[name])),
    ...launch.map((name) => number(name, (row) => row.launch[freed.indexOf(name)])),
    ...[...laws].map((law) => number(`certificate.${law}`, (row) => row.certificate[law])),
    number("from", ({ run }) => run.from),
    number("seconds", ({ run }) => run.seconds),
    words("message", ({ message }) => message),
  ];
}
