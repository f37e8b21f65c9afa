import { elementIn } from "../../../viewer/page.js";
import { linkOfRow } from "../link.js";
import type { StudyPage } from "../study-page.js";
import { board } from "./board.js";

const data = JSON.parse(elementIn(document, "#data").textContent) as StudyPage;
const address = elementIn<HTMLInputElement>(document, "#playground");

/** A motion opens in the playground that people name; `bankshot open` serves one to this machine. */
function open(row: number): string | undefined {
  const link = linkOfRow(data, row);
  return link === undefined ? undefined : `${address.value.replace(/#.*$/, "")}${link}`;
}

const place = elementIn(document, "main");
board(place, data, open);
// links that are written already are of the address that was
address.addEventListener("change", () => board(place, data, open));
