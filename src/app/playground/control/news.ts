import type { News } from "../messages.js";
import { isServed } from "../sources.js";
import type { Entry } from "../state.js";
import { newsOfServer, storedCatalogue } from "../stored.js";
import type { Desk } from "./desk.js";
import { open } from "./opening.js";
import { reopen } from "./redrawn.js";

/** News are asked for so often [ms]; of a server that does not answer, more rarely. */
const often = 700;
const rarely = 5000;

/**
 * Asks a server that reads a file of one's own, or is building the rest of the site yet, for news as long as there
 * may be any: a file that was saved is read again, and pictures of the list come as they are made.
 */
export function hearNews(desk: Desk, entries: readonly Entry[]): void {
  const { change } = desk.page;
  const whole = entries.filter(({ name }) => !isServed(name));
  if (whole.length > 0 && whole.every(({ thumbnail }) => thumbnail !== undefined))
    change({ beside: { pages: { docs: true, notebooks: true } } });
  if (entries.some(({ thumbnail }) => thumbnail === undefined)) void ask(desk, undefined);
}

async function ask(desk: Desk, before: News | undefined): Promise<void> {
  const news = await newsOfServer();
  if (news !== undefined) await tell(desk, news, before);
  // a site that nobody builds, and no file of one's own: there will be none
  if (news !== undefined && news.file === undefined && (news.building === undefined || news.building.share === 1))
    return;
  setTimeout(() => void ask(desk, news ?? before), news === undefined ? rarely : often);
}

async function tell(desk: Desk, news: News, before: News | undefined): Promise<void> {
  const { get, change } = desk.page;
  const { pages, building } = news;
  if (JSON.stringify(get().beside) !== JSON.stringify({ pages, building }))
    change({ beside: { pages, ...(building && { building }) } });
  if (before === undefined) return;
  const isSaved = news.file !== before.file;
  if (isSaved || building?.text !== before.building?.text) {
    const catalogue = await storedCatalogue();
    if (catalogue.length > 0) change({ catalogue });
  }
  if (isSaved) await readAgain(desk);
}

/** Reads a file of one's own that was saved: the last motion stays until there is another, and a mistake stands beside it. */
async function readAgain(desk: Desk): Promise<void> {
  const { history, info } = desk.page.get();
  if (!isServed(history.now.problem)) return;
  // what was found of the file as it was says nothing of it as it is
  desk.memory.remembered.clear();
  if (info === undefined) await open(desk, history.now);
  else await reopen(desk);
}
