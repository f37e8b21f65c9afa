import type { State } from "./state.js";

/** The name of a file that is saved from a page. */
export function fileNameOf(
  { history, info }: Pick<State, "history" | "info">,
  extension: "json" | "csv" | "report" | "png",
): string {
  const name = (info?.name ?? history.now.problem).replaceAll(/[^\w.-]+/g, "-");
  return extension === "report" ? `${name}.report.html` : `${name}.${extension}`;
}

/** Hands a file to whoever looks at the page. */
export function download(name: string, pieces: readonly BlobPart[], type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([...pieces], { type }));
  link.download = name;
  link.click();
  // the browser has taken the address by then, however busy it is
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
