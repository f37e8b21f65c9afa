import pc from "picocolors";
import { catalogue } from "./catalogue.js";
import type { Io } from "./io.js";
import { plainTable } from "./table.js";

/** Prints name, title and the verb that it is made for of every problem that comes with the package. */
export async function list({ json = false }: { json?: boolean }, io: Io): Promise<number> {
  const all = await catalogue();
  if (json) {
    io.out(`${JSON.stringify({ problems: all })}\n`);
    return 0;
  }
  const { bold, dim } = pc.createColors(io.colours);
  io.out(`${plainTable(all.map(({ name, title, verb }) => [bold(name), dim(verb), title]))}\n`);
  return 0;
}
