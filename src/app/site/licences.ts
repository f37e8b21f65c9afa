import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHtml } from "./page.js";
import { root, site } from "./stored.js";
import { style } from "./style.js";

/** Builds the page of licences from what went into the bundles of the site, and offers the source that the GPL asks for. */

/** The folder in which `bundledPackages` leaves the names of what went into each bundle. */
const bundledFolder = join(root, "dist/bundled");

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly address: string;
  readonly text: string;
}

/** Parts of packages that their own licence does not tell. */
const contained: Readonly<Record<string, string>> = {
  "nlopt-js":
    "Contains NLopt, most of which is under the MIT licence and parts of which (the routines by Ladislav Lukšan) are under the GNU LGPL, version 2.1 or later; its source is at github.com/stevengj/nlopt.",
  highs: "Contains HiGHS (MIT), compiled to WebAssembly.",
  typedoc: "Not bundled: it makes the pages of the API reference, whose scripts, styles and icons are its own.",
};

/** The material of the page of the reference, which no bundle tells. */
const besides = ["typedoc"];

const folderOf = (name: string): string => join(root, "node_modules", name);

function readBundled(name: string): Bundled {
  const declared = JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")) as {
    version: string;
    license?: string | { type: string };
    homepage?: string;
    repository?: string | { url: string };
  };
  const { version, license, homepage, repository } = declared;
  const file = readdirSync(folderOf(name)).find((one) => /^(?:licen[cs]e|copying)/i.test(one));
  return {
    name,
    version,
    license: (typeof license === "string" ? license : license?.type) ?? "see its text",
    address: addressOf(name, [homepage, typeof repository === "string" ? repository : repository?.url]),
    text: file === undefined ? "" : readFileSync(join(folderOf(name), file), "utf8").trim(),
  };
}

/** The first of what a package says of itself that is an address; else its place in the registry. */
function addressOf(name: string, said: readonly (string | undefined)[]): string {
  const addresses = said.map((text = "") =>
    text
      .replace(/^(?:git\+|github:)/, "")
      .replace(/^(?:git|ssh):\/\/(?:git@)?/, "https://")
      .replace(/^([\w.-]+\/[\w.-]+)$/, "https://github.com/$1")
      .replace(/\.git$/, ""),
  );
  return addresses.find((address) => /^https?:/.test(address)) ?? `https://www.npmjs.com/package/${name}`;
}

function packages(): Bundled[] {
  const lists = existsSync(bundledFolder) ? readdirSync(bundledFolder) : [];
  const names = lists.flatMap((list) => JSON.parse(readFileSync(join(bundledFolder, list), "utf8")) as string[]);
  return [...new Set([...names, ...besides])].sort().map(readBundled);
}

/** Packs the files of glpk.js as they were installed; returns the address of the archive. */
function sourceOfGlpk(version: string): string {
  const address = `sources/glpk.js-${version}.tar.gz`;
  mkdirSync(join(site, "sources"), { recursive: true });
  // names and times in a fixed order, so that the same package gives the same archive
  const fixed = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
  execFileSync("tar", [...fixed, "-czf", join(site, address), "-C", join(root, "node_modules"), "glpk.js"]);
  return address;
}

function gpl(all: readonly Bundled[]): string {
  const glpk = all.find(({ name }) => name === "glpk.js");
  if (glpk === undefined)
    return `<h2 id="gpl">No GPL</h2><p>This site was built without glpk.js (<code>BANKSHOT_LP=highs</code>): linear programs are solved by HiGHS, under the MIT licence.</p>`;
  return `<h2 id="gpl">glpk.js is under the GPL</h2>
<p>Linear programs of grasps are solved by <b>glpk.js ${glpk.version}</b>, which is licensed under the <b>GNU General Public License, version 3</b>, and contains GLPK 5.0 (GPL-3.0 or later),
compiled to WebAssembly. This site as a whole, with glpk.js in it, is therefore passed on under the terms of the GPL; bankshot's own source stays under the MIT licence.</p>
<p>Corresponding source: <a href="${sourceOfGlpk(glpk.version)}">the files of glpk.js as they were used here</a>, with what builds them (Makefile, Dockerfile, scripts). The C source of GLPK itself is the submodule
<code>src/glpk</code> of <a href="https://github.com/jvail/glpk.js">its repository</a>, and GLPK is published at <a href="https://ftp.gnu.org/gnu/glpk/">ftp.gnu.org/gnu/glpk</a>, at no charge.</p>
<p>Who must avoid the GPL builds this site with <code>BANKSHOT_LP=highs npm run build</code>: HiGHS takes its place, proves the same steps, and takes some four to eight times as long.</p>`;
}

function html(all: readonly Bundled[]): string {
  const rows = all.map(
    ({ name, version, license, address }) =>
      `<tr><th scope="row"><a href="#${name.replace(/[@/]/g, "-")}">${name}</a></th><td>${version}</td><td>${escapeHtml(license)}</td><td><a href="${escapeHtml(address)}">${escapeHtml(address.replace(/^https?:\/\//, ""))}</a></td></tr>`,
  );
  const texts = all.map(
    ({ name, license, text }) =>
      `<h3 id="${name.replace(/[@/]/g, "-")}">${name}</h3>${contained[name] === undefined ? "" : `<p>${contained[name]}</p>`}${text === "" ? `<p>${escapeHtml(license)}; the package brings no text of its licence.</p>` : `<details><summary>${escapeHtml(license)}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licences – bankshot</title><link rel="icon" href="data:,"><style>${style} main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; } pre { white-space: pre-wrap; }</style></head>
<body><header class="top"><a class="brand" href="docs/index.html">bankshot</a><a href="index.html">Playground</a><a href="docs/index.html">Documentation</a></header>
<main><h1>What this site bundles, and its licences</h1>
<p>bankshot itself is under the <a href="#bankshot">MIT licence</a>. Its pages carry parts of these packages:</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">package</th><th scope="col">version</th><th scope="col">licence</th><th scope="col">source</th></tr></thead><tbody>${rows.join("\n")}</tbody></table></div>
${gpl(all)}
<h2 id="texts">Texts</h2>
<h3 id="bankshot">bankshot</h3><details><summary>MIT</summary><pre tabindex="0">${escapeHtml(readFileSync(join(root, "LICENSE"), "utf8").trim())}</pre></details>
${texts.join("\n")}
</main></body></html>
`;
}

const all = packages();
mkdirSync(site, { recursive: true });
writeFileSync(join(site, "licences.html"), html(all));
console.log(`${all.length} licences in dist/site/licences.html`);
