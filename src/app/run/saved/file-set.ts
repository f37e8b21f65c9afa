import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { BadInput } from "../../../checks/bad-input.js";

/** Files that were to be written and could not be: no fault of what was asked. */
export class Unwritable extends Error {
  override readonly name = "Unwritable";
}

/** Hashes of the files of a set by their names, kept in its last one. */
export type Hashes = Readonly<Record<string, string>>;

/** A set of files: texts by their names, and the last one, which knows the hashes of the others. */
export interface FileSet {
  readonly files: Readonly<Record<string, Iterable<string>>>;
  readonly last: readonly [name: string, text: (others: Hashes) => string];
}

/**
 * Writes a set of files so that whoever looks, at whatever moment the writing ends, finds whole files: all are written
 * beside their places and flushed, then renamed. Files of two sets can only stand together while the last is the older,
 * which `checkSet` finds by its hashes.
 * @throws {Unwritable} where a file cannot be written; what stood there before still stands there.
 */
export function writeSet(directory: string, { files, last: [last, text] }: FileSet): string[] {
  clearLeftovers(directory);
  const hashes: Record<string, string> = {};
  const parts: [part: string, path: string][] = [];
  const put = (name: string, pieces: Iterable<string>): void => {
    const path = join(directory, name);
    const part = join(directory, `.${name}.${process.pid}${ending}`);
    parts.push([part, path]);
    try {
      const why = inTheWay(path);
      if (why !== undefined) throw new Error(why);
      hashes[name] = writePart(part, pieces);
    } catch (error) {
      throw new Unwritable(`${name} cannot be written: ${reason(error)}.`, { cause: error });
    }
  };
  try {
    for (const [name, pieces] of Object.entries(files)) put(name, pieces);
    put(last, [text({ ...hashes })]);
    for (const [part, path] of parts) renameSync(part, path);
    flush(directory);
  } catch (error) {
    for (const [part] of parts) rmSync(part, { force: true });
    throw error instanceof Unwritable ? error : new Unwritable(`The files cannot be put in place: ${reason(error)}.`);
  }
  return [last, ...Object.keys(files)].map((name) => join(directory, name));
}

/**
 * Refuses the last file of a set beside a file of another set. A file that is gone is none of another set.
 * @throws {BadInput} naming both files.
 */
export function checkSet(path: string, shown: string, hashes: Readonly<Record<string, unknown>>): void {
  for (const [name, hash] of Object.entries(hashes)) {
    const beside = join(dirname(path), name);
    if (name.includes("/") || !lstatSync(beside, { throwIfNoEntry: false })?.isFile()) continue;
    if (createHash("sha256").update(readFileSync(beside)).digest("hex") !== hash)
      throw new BadInput(
        "problem",
        `${shown} and the ${name} beside it are not of one run: writing was interrupted, or one of them was changed; run again, or move ${shown} into a folder of its own.`,
      );
  }
}

/**
 * Writes one file so that whoever looks finds it whole, or the one that stood there before.
 * @throws {Unwritable} where it cannot be written.
 */
export function writeWhole(directory: string, name: string, pieces: Iterable<string | Uint8Array>): string {
  clearLeftovers(directory);
  const path = join(directory, name);
  const part = join(directory, `.${name}.${process.pid}${ending}`);
  try {
    const why = inTheWay(path);
    if (why !== undefined) throw new Error(why);
    writePart(part, pieces);
    renameSync(part, path);
    flush(directory);
  } catch (error) {
    rmSync(part, { force: true });
    throw new Unwritable(`${name} cannot be written: ${reason(error)}.`, { cause: error });
  }
  return path;
}

/** The ending of what is not yet in its place; before it stands the process that writes. */
const ending = ".part";

/** Removes what a run that was ended while it wrote left behind. */
function clearLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = /^\.[\w.-]+\.(\d+)\.part$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(directory, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Why a file that is in the way is left alone: a link would be replaced without its target, a pipe is no place for a file. */
export function inTheWay(path: string): string | undefined {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined || there.isFile()) return undefined;
  const what = there.isSymbolicLink() ? "a symbolic link" : there.isDirectory() ? "a folder" : "no ordinary file";
  return `what has that name is ${what}, which is left alone; remove it, or choose another folder`;
}

function writePart(path: string, pieces: Iterable<string | Uint8Array>): string {
  const hash = createHash("sha256");
  const file = openSync(path, "w");
  try {
    for (const piece of pieces) {
      hash.update(piece);
      writeFileSync(file, piece);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

/** Makes the renames last, where the file system flushes folders at all. */
function flush(directory: string): void {
  try {
    const folder = openSync(directory, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // some file systems refuse; the files themselves are flushed
  }
}

/** Makes a folder and those that it lies in; throws what the disk says. */
export function makeDirectory(path: string): void {
  // `recursive` of Node never returns where a file system makes no directories at all, such as /proc
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path && !existsSync(dirname(path))) makeDirectory(dirname(path));
  mkdirSync(path);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you may not write there",
  EDQUOT: "your share of the disk is full",
  EEXIST: "a file has that name",
  EFBIG: "the file would be too large",
  EIO: "the disk fails",
  ENOENT: "no folder can be made there",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file",
  EPERM: "you may not write there",
  EROFS: "nothing can be written there",
};

/** Why a file cannot be written, in words. */
export function reason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? (code === "" ? message : code);
}

/** True where the disk, not the place that was asked for, is why. */
export const isDiskTrouble = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT", "EIO"].includes((error as NodeJS.ErrnoException).code ?? "");
