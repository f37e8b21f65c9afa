import { existsSync } from "node:fs";
import { join } from "node:path";
import type Database from "libsql";
import { BadInput } from "../../checks/bad-input.js";
import { isSequence } from "../../motion/study/points.js";
import { inTheWay, isDiskTrouble, makeDirectory, reason, Unwritable } from "../run/saved/file-set.js";
import type { StudyData } from "./definition.js";
import { unpacked } from "./motions.js";
import type { Row, StudyRow } from "./row.js";

type Connection = InstanceType<typeof Database>;

/** As much of a row as counting needs. */
export type RowOutcome = Pick<Row, "item" | "status" | "passed">;

/** A study's folder: the truth of what is done. Only one program at a time has it. */
export interface Store {
  readonly file: string;
  /** Outcomes of what is done, in the order of items. */
  readonly outcomes: () => Iterable<RowOutcome>;
  readonly rows: () => Iterable<StudyRow>;
  /** The launch that an item found. */
  readonly launchOf: (item: number) => readonly number[];
  /** Adds rows, all or none; a row that is there already stays. */
  readonly add: (rows: readonly Row[]) => void;
  /** Adds to the time that the study took; returns all of it. */
  readonly spend: (seconds: number) => number;
  readonly close: () => void;
}

/** The study that a folder is opened for. */
export interface Opened {
  readonly data: StudyData;
  readonly settings: (item: number) => StudyRow["settings"];
  /** More samples than the folder has are added to it. */
  readonly extend?: boolean;
}

/** The version of the tables. */
const format = "1";

const tables = `
CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE items (
  item INTEGER PRIMARY KEY,
  settings TEXT NOT NULL,
  status TEXT NOT NULL,
  message TEXT NOT NULL,
  passed INTEGER NOT NULL,
  "values" TEXT NOT NULL,
  launch TEXT NOT NULL,
  certificate TEXT NOT NULL,
  started_from INTEGER,
  seconds REAL NOT NULL,
  version TEXT NOT NULL,
  seed INTEGER NOT NULL
);
CREATE TABLE motions (item INTEGER PRIMARY KEY, motion BLOB NOT NULL);`;

/** The names of the tables in order, by which a study is known. */
const tableNames = "items motions study";

/**
 * Opens the folder of a study, or begins it there.
 * @throws {BadInput} where the folder holds another study or another file of that name, or another program is at work on it.
 * @throws {Unwritable} where the disk refuses.
 */
export async function openStore(
  folder: string,
  { data, settings, extend = false }: Opened,
  shown: string,
): Promise<Store> {
  const file = join(folder, "study.db");
  prepareFolder(folder, file, shown);
  const Sqlite = await sqlite();
  const db = onDisk(shown, () => new Sqlite(file, { timeout: 0 }));
  try {
    onDisk(shown, () => begin(db, { data, extend }, shown));
  } catch (error) {
    db.close();
    throw error;
  }
  const insert = db.prepare("INSERT OR IGNORE INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const keep = db.prepare("INSERT OR IGNORE INTO motions VALUES (?, ?)");
  const launch = db.prepare("SELECT launch FROM items WHERE item = ?");
  const { version } = data;
  const { seed } = data.study;
  return {
    file,
    *outcomes() {
      const all = db.prepare("SELECT item, status, passed FROM items ORDER BY item");
      for (const row of all.iterate() as IterableIterator<Record<string, unknown>>)
        yield { item: Number(row.item), status: String(row.status), passed: row.passed === 1 };
    },
    *rows() {
      const all = db.prepare("SELECT * FROM items ORDER BY item");
      for (const row of all.iterate() as IterableIterator<Record<string, unknown>>) yield storedRow(row);
    },
    launchOf: (item) => JSON.parse(String((launch.get(item) as { readonly launch: unknown }).launch)) as number[],
    add: (rows) =>
      onDisk(shown, () => {
        db.exec("BEGIN");
        try {
          for (const { item, status, message, passed, values, launch: found, certificate, run } of rows) {
            insert.run(
              item,
              JSON.stringify(settings(item)),
              status,
              message,
              passed ? 1 : 0,
              JSON.stringify(values),
              JSON.stringify(found),
              JSON.stringify(certificate),
              run.from,
              run.seconds,
              version,
              seed,
            );
            if (run.motion !== undefined) keep.run(item, Buffer.from(run.motion, "base64"));
          }
          db.exec("COMMIT");
        } catch (error) {
          undo(db);
          throw error;
        }
      }),
    spend: (seconds) =>
      onDisk(shown, () => {
        const all = seconds + Number(valueIn(db, "seconds") || 0);
        db.prepare("INSERT OR REPLACE INTO study VALUES ('seconds', ?)").run(String(all));
        return all;
      }),
    close() {
      unlock(db);
      db.close();
    },
  };
}

/** The package of the database, which is installed where its binaries run. */
async function sqlite(): Promise<typeof Database> {
  try {
    return (await import("libsql")).default;
  } catch {
    throw new BadInput(
      "--out",
      "Studies are kept by the package libsql, which is not installed here: npm install libsql.",
    );
  }
}

/** Makes the folder; refuses one that is none, and a file of that name that is no ordinary one. */
function prepareFolder(folder: string, file: string, shown: string): void {
  try {
    makeDirectory(folder);
  } catch (error) {
    const sentence = `--out ${shown} cannot be made a folder to write in: ${reason(error)}.`;
    throw isDiskTrouble(error) ? new Unwritable(sentence) : new BadInput("--out", sentence);
  }
  const why = inTheWay(file);
  if (why !== undefined) throw new BadInput("--out", `${join(shown, "study.db")} cannot be written: ${why}.`);
}

/** Begins the tables, or sees that they are those of this study; nothing is written into another database. */
function begin(db: Connection, { data, extend = false }: Pick<Opened, "data" | "extend">, shown: string): void {
  const there = tablesIn(db);
  if (there !== "" && there !== tableNames) throw refusedFolder(shown, "holds a database of something else");
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.pragma("locking_mode = EXCLUSIVE");
  db.exec("BEGIN IMMEDIATE");
  try {
    if (there === "") {
      db.exec(tables);
      const put = db.prepare("INSERT INTO study VALUES (?, ?)");
      put.run("format", format);
      put.run("definition", JSON.stringify(data));
    } else if (compare(db, { data, extend }, shown))
      db.prepare("UPDATE study SET value = ? WHERE key = 'definition'").run(JSON.stringify(data));
    db.exec("COMMIT");
  } catch (error) {
    undo(db);
    unlock(db);
    throw error;
  }
}

function tablesIn(db: Connection): string {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  return (tables as { readonly name: string }[]).map(({ name }) => name).join(" ");
}

/** Refuses the folder of another study, saying in what it is another; true where it is the same with more samples. */
function compare(db: Connection, { data, extend }: Pick<Opened, "data" | "extend">, shown: string): boolean {
  if (valueIn(db, "format") !== format) throw refusedFolder(shown, "was written by another version of bankshot");
  const before = JSON.parse(valueIn(db, "definition")) as StudyData;
  const more = data.study.samples > before.study.samples;
  const same = { ...data, study: { ...data.study, samples: before.study.samples } };
  if (more && differences(before, same).length === 0) {
    if (extend && isSequence(data.study.design)) return true;
    const how = `has ${before.study.samples} samples of this study`;
    throw extend
      ? new BadInput("--extend", `${shown} ${how}, and a Latin hypercube has no more of them: choose another folder.`)
      : new BadInput("--out", `${shown} ${how}: --extend adds more of them, or choose another folder.`);
  }
  const changed = differences(before, data);
  if (changed.length > 0) throw refusedFolder(shown, `holds another study: ${changed.join(", ")}`);
  return false;
}

function valueIn(db: Connection, key: string): string {
  const row = db.prepare("SELECT value FROM study WHERE key = ?").get(key) as { readonly value: string } | undefined;
  return row?.value ?? "";
}

const refusedFolder = (shown: string, why: string): BadInput =>
  new BadInput("--out", `${shown} ${why}; choose another folder.`);

/** In what two studies differ, in words. */
function differences(before: StudyData, now: StudyData): string[] {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const told: string[] = [];
  if (before.version !== now.version) told.push(`it is of version ${before.version}, this is ${now.version}`);
  if (!same(before.problem, now.problem))
    told.push("name" in before.problem ? `its problem is ${before.problem.name}` : "its problem is another one");
  const keys = [
    "verb",
    "set",
    "over",
    "design",
    "samples",
    "seed",
    "where",
    "trajectories",
    "gridError",
    "search",
  ] as const;
  for (const key of keys)
    if (!same(before.study[key], now.study[key]))
      told.push(`its ${key} was ${JSON.stringify(before.study[key]) ?? "left out"}`);
  return told;
}

/**
 * The rows of a study's folder, in the order of items.
 * @throws {BadInput} where it holds no study, or a program is at work on it.
 */
export async function* studyRows(folder: string): AsyncGenerator<StudyRow> {
  const db = await openToRead(folder);
  try {
    const rows = onDisk(folder, () => db.prepare("SELECT * FROM items ORDER BY item").iterate());
    for (const row of rows as IterableIterator<Record<string, unknown>>) yield storedRow(row);
  } finally {
    db.close();
  }
}

/**
 * The motion of an item as comma-separated text, where the study keeps motions (`trajectories`); undefined where there is none.
 * @throws {BadInput} where the folder holds no study, or a program is at work on it.
 */
export async function studyMotion(folder: string, item: number): Promise<string | undefined> {
  const db = await openToRead(folder);
  try {
    const row = onDisk(folder, () => db.prepare("SELECT motion FROM motions WHERE item = ?").get(item));
    return row === undefined ? undefined : unpacked((row as { readonly motion: Uint8Array }).motion);
  } finally {
    db.close();
  }
}

async function openToRead(folder: string): Promise<Connection> {
  const file = join(folder, "study.db");
  if (!existsSync(file)) throw new BadInput("folder", `There is no study in ${folder}.`);
  const Sqlite = await sqlite();
  const db = onDisk(folder, () => new Sqlite(file, { timeout: 0 }));
  try {
    onDisk(folder, () => {
      if (tablesIn(db) !== tableNames) throw refusedFolder(folder, "holds a database of something else");
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function storedRow(row: Readonly<Record<string, unknown>>): StudyRow {
  const json = <T>(key: string): T => JSON.parse(String(row[key])) as T;
  return {
    item: Number(row.item),
    settings: json("settings"),
    status: String(row.status),
    message: String(row.message),
    passed: row.passed === 1,
    values: json("values"),
    launch: json("launch"),
    certificate: json("certificate"),
    run: { from: row.started_from === null ? null : Number(row.started_from), seconds: Number(row.seconds) },
  };
}

/** Leaves one file that others can read, also while statements wait for the collector of garbage. */
function unlock(db: Connection): void {
  try {
    db.pragma("journal_mode = DELETE");
    db.pragma("locking_mode = NORMAL");
    // a lock is given back by the next one who reads
    db.prepare("SELECT key FROM study").all();
  } catch {
    // the log stays beside the file, and the next one who opens it reads both
  }
}

function undo(db: Connection): void {
  try {
    if (db.inTransaction) db.exec("ROLLBACK");
  } catch {
    // the disk that refused a row refuses this too; what is not committed is not there
  }
}

/** Says in a sentence what a database says in codes. */
function onDisk<T>(shown: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const { code = "", message } = error as { readonly code?: string; readonly message: string };
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
      throw new BadInput("--out", `Another sweep is at work on ${shown}: wait for it, or choose another folder.`);
    if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"))
      throw refusedFolder(shown, "has a study.db that is no database of a study");
    if (code.startsWith("SQLITE_FULL"))
      throw new Unwritable(
        `The disk is full: what was done in ${shown} is kept; make room and give the same command again.`,
      );
    if (code.startsWith("SQLITE_") || /Unable to open/.test(message))
      throw new Unwritable(`${shown} cannot be written: ${message}.`);
    throw error;
  }
}
