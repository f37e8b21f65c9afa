import { rangeInWords } from "../../motion/problem/parameters.js";
import { readable, small, unitText } from "../motion-view/numbers.js";
import type { Answer, ProblemInfo } from "../playground/messages.js";
import { groups } from "./contents.js";
import { render } from "./markdown.js";
import { escapeHtml, type PageText } from "./page.js";
import type { Continuous, Entry, StoredResult } from "./stored.js";

/** How far a page of a problem is below the root of the documentation. */
const toRoot = "../../";

/** A problem's page: its story, its picture, what was expected and what was found where that is stored, and all that it declares. */
export function problemPage(
  entry: Entry | undefined,
  stored: StoredResult | Pick<StoredResult, "info">,
  story: string,
): PageText {
  const { info } = stored;
  const { name, title, verb } = info;
  const answer = "answer" in stored ? stored.answer : undefined;
  return {
    path: `problems/${name}.html`,
    title: name,
    description: title,
    html: `<p class="name"><code>${name}</code></p>
<h1>${escapeHtml(title)}</h1>
<div class="actions"><a href="${toRoot}../index.html#problem=${name}">Open in the playground</a></div>
${entry === undefined ? "" : figure(entry)}
${render(`# ${name}\n\n${story}`, toRoot).html}
<h2 id="found">Expected and found</h2>
<p>${entry === undefined ? "Its result is not stored here yet." : `${badge(entry.status, name)} ${escapeHtml(entry.message)}`}</p>
${answer === undefined ? "" : answerTables(answer, info)}
${answer !== undefined && "continuous" in stored && stored.continuous !== undefined ? inBothTimes(answer, info, stored.continuous) : ""}
<pre tabindex="0"><code class="language-sh">npx bankshot check ${name}</code></pre>
<p>compares them again; <code>npx bankshot ${verb} ${name} --out out</code> writes the report.</p>
${conditions(info)}
${parameters(info)}
<h2 id="source">Source</h2>
<p><code>problems/${name}.ts</code></p>`,
  };
}

const figure = (entry: Entry): string => {
  const text = escapeHtml(pictureText(entry));
  return `<figure class="picture"><img src="${toRoot}../results/${entry.thumbnail}" alt="${text}" width="320" height="200">
<figcaption>${text}</figcaption></figure>`;
};

/** All problems as cards, by group; those without a stored result have no picture. */
export function problemsPage(
  entries: readonly (Pick<Entry, "name" | "title"> & { readonly thumbnail?: string })[],
): PageText {
  const folders = new Set([...groups.map(({ folder }) => folder), ...entries.map(({ name }) => name.split("/")[0])]);
  const parts = [...folders].map((folder) => {
    const { says = folder } = groups.find((group) => group.folder === folder) ?? {};
    const cards = entries
      .filter(({ name }) => name.startsWith(`${folder}/`))
      .map(
        ({ name, title, thumbnail }) =>
          `<li><a href="${name}.html">${thumbnail === undefined ? "" : `<img src="../../results/${thumbnail}" alt="" width="320" height="200" loading="lazy">`}<b><code>${name}</code></b>${escapeHtml(title)}</a></li>`,
      );
    return `<h2 id="${folder}">${escapeHtml(says)}</h2>\n<ul class="cards">\n${cards.join("\n")}\n</ul>`;
  });
  return {
    path: "problems/index.html",
    title: "Problems",
    description: "Every problem that comes with bankshot, with its story, what was expected and what was found",
    html: `<h1>Problems</h1>
<p>Each is one file of <code>problems/</code>: a published figure or table, a closed form, or a story of its own. What was found stands beside what was expected, from an
independent source. <code>npx bankshot list</code> lists them, and each opens in the <a href="../../index.html">playground</a>.</p>
${parts.join("\n")}`,
  };
}

const pictureText = ({ status }: Entry): string =>
  status === "bad-input"
    ? "This problem is refused before anything is computed, and has no motion."
    : "Start, middle and end of the motion that was found; orange, the way of what is moved; crosses, where it must end.";

/** A refusal is what is expected of a problem that is printed wrong. */
function badge(status: string, name: string): string {
  const good = status === "solved" || status === "feasible" || (status === "bad-input" && name.endsWith("-as-printed"));
  return `<span class="badge ${good ? "good" : "bad"}">${good ? "✓" : "✗"} ${escapeHtml(status)}</span>`;
}

function answerTables({ values, laws, work, residual }: Answer, { values: declared }: ProblemInfo): string {
  const rows = values.map(({ name, value, expected, holds }) => {
    const { unit = "", meaning = "" } = declared[name] ?? {};
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code><small>${escapeHtml(meaning)}</small></th><td class="number">${readable(value)} ${unitText(unit)}</td>
<td>${expected === undefined ? "" : expectation(expected, holds)}</td></tr>`;
  });
  const lawRows = laws.map(
    ({ title, meaning, unit, value, where, good }) =>
      `<tr><th scope="row">${escapeHtml(title)}<small>${escapeHtml(meaning)}</small></th><td class="number">${good === undefined ? "" : good ? '<span class="good">✓</span> ' : '<span class="bad">✗</span> '}${small(value)} ${unitText(unit)}</td><td>${escapeHtml(where)}</td></tr>`,
  );
  return `${table(["value", "found", "expected"], rows)}
<p class="quiet">${escapeHtml(work)}; residual ${small(residual)}.</p>
<h2 id="certificate">Certificate</h2>
${table(["law", "worst", "where"], lawRows)}`;
}

/** The answer on the grid of the problem beside that of the continuous motion, and how far each may be off. */
function inBothTimes(
  { values, laws }: Answer,
  { name, verb, values: declared }: ProblemInfo,
  continuous: Continuous,
): string {
  const head = `<h2 id="continuous">In continuous time</h2>`;
  if ("refusal" in continuous) return `${head}\n<p>${escapeHtml(continuous.refusal)}</p>`;
  const { status, message, gridError } = continuous;
  const rows = values.map(({ name: value, value: found }) => {
    const unit = unitText(declared[value]?.unit ?? "");
    return `<tr><th scope="row"><code>${escapeHtml(value)}</code></th><td class="number">${readable(found)} ${unit}</td><td class="number">${readable(continuous.values[value])} ${unit}</td></tr>`;
  });
  const own = laws.find(({ title }) => title === "Grid error")?.value;
  const errors = [own, gridError].map((error) => `<td class="number">${error === undefined ? "" : small(error)}</td>`);
  return `${head}
<p>${badge(status, name)} ${escapeHtml(message)} Values that count steps count elements there.</p>
${table(["value", "on its grid", "continuous"], [...rows, `<tr><th scope="row">Grid error<small>the largest change by a finer computation, in parts of values above their scale</small></th>${errors.join("")}</tr>`])}
<pre tabindex="0"><code class="language-sh">npx bankshot ${verb} ${name} --set grid.method=exact</code></pre>`;
}

function expectation(
  { value, tolerance, source }: NonNullable<Answer["values"][number]["expected"]>,
  holds: boolean | undefined,
): string {
  const mark = holds ? '<span class="good">✓</span>' : '<span class="bad">✗</span>';
  const within = tolerance > 0 ? ` ± ${readable(tolerance)}` : "";
  return `<span class="whole">${mark} ${readable(value)}${within}</span><small>${escapeHtml(source)}</small>`;
}

function conditions({ conditions }: ProblemInfo): string {
  if (conditions.length === 0) return "";
  const rows = conditions.map(
    ({ name, text, frees }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td><code>${escapeHtml(text)}</code></td><td><code>${escapeHtml(frees.join(", "))}</code></td></tr>`,
  );
  return `<h2 id="conditions">Boundary conditions</h2>\n${table(["condition", "what must hold", "frees"], rows)}`;
}

function parameters({ parameters }: ProblemInfo): string {
  const rows = parameters.map(({ name, unit, meaning, initial, formula, ...range }) => {
    const follows = formula === undefined ? "" : `<small>= <code>${escapeHtml(formula)}</code></small>`;
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code><small>${escapeHtml(meaning)}</small></th><td class="number">${escapeHtml(readable(initial))} ${unitText(unit)}${follows}</td><td>${escapeHtml(rangeInWords({ ...range, unit: "", meaning }))}</td></tr>`;
  });
  return `<h2 id="parameters">Parameters</h2>
<p>Each can be set: <code>--set name=value</code> on the command line, a slider in the playground.</p>
${table(["parameter", "value", "range"], rows)}`;
}

const table = (head: readonly string[], rows: readonly string[]): string =>
  `<div class="scroll" tabindex="0"><table><thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join("")}</tr></thead>\n<tbody>${rows.join("\n")}</tbody></table></div>`;
