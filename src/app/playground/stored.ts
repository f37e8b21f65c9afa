import type { News, Stored, StoredRefusal } from "./messages.js";
import type { Entry } from "./state.js";

/** The files beside the page: the list of problems, and results that need not be computed again. */

/** The file of a problem's stored result, relative to `results/`. */
export const fileOf = (name: string): string => `${name.replaceAll("/", "__")}.json`;

/** The list of problems, with pictures where they were made; empty where there is none. */
export async function storedCatalogue(): Promise<readonly Entry[]> {
  const entries = (await json<Entry[]>("results/index.json")) ?? [];
  return entries.map((entry) => ({
    ...entry,
    ...(entry.thumbnail !== undefined && { thumbnail: `results/${entry.thumbnail}` }),
  }));
}

/** A problem and its stored answer; undefined where there is none. */
export const storedResult = (name: string): Promise<Stored | StoredRefusal | undefined> =>
  json<Stored | StoredRefusal>(`results/${fileOf(name)}`);

/** All that has changed at the server of `bankshot open`; undefined where there is none. */
export const newsOfServer = (): Promise<News | undefined> => json<News>("news.json");

async function json<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path);
    // a server may answer with its start page
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return response.ok && isJson ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
