import type { Run } from "../run.js";
export function reportHtml(_run: Run, _cwd: string): string {
  return "";
}
