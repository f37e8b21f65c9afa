import { Command, Option } from "commander";
import { version } from "../run/version.js";
import type { Io } from "./io.js";
import { strategies } from "./run-options.js";

const problemHelp =
  "a name (see list), a .ts or .js file that exports `problem`, or a .json: a saved result or a problem by `toJson`";

/** The verbs and their options; `leave` takes the exit code. What a verb needs is loaded when it runs. */
export function commandLine(io: Io, leave: (code: number) => void): Command {
  const program = new Command("bankshot")
    .description("Plans the motion of rigid bodies through frictional contact.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
    .configureHelp({ showGlobalOptions: true });

  program
    .command("list")
    .description("list the problems that come with bankshot")
    .addOption(json())
    .action(async (options) => leave(await (await import("./list.js")).list(options, io)));

  withProblem(program.command("show"))
    .description("show a problem's parameters, boundary conditions and values")
    .addOption(set())
    .addOption(json())
    .action(async (name, options) => leave(await (await import("./show.js")).show(name, options, io)));

  withRun(program.command("solve").argument("<problem>", `${problemHelp}; or quasistatic steps as .json or .json.gz`))
    .description("find what the boundary conditions free: the whole motion as one problem")
    .addOption(
      new Option("--strategy <strategy>", "shoot ends with shooting, global leaves it out").choices(strategies),
    )
    .addOption(new Option("--all", "every launch that a scan finds"))
    .addOption(new Option("--scan <name=a..b>", "with --all or --branch: which freed value to scan, and where"))
    .addOption(new Option("--samples <n>", "parts of the scan (600)"))
    .addOption(new Option("--branch <contacts>", 'only launches such as "one impact" or "flight, impact, flight"'))
    .addOption(new Option("--starts <n>", "of an optimal motion: searches from different starts; the cheapest is kept"))
    .action(async (name, options) => {
      if (/\.json(\.gz)?$/.test(name)) {
        const { instancesIn, solveInstances } = await import("./instances.js");
        const instances = instancesIn(name, io.cwd);
        if (instances !== undefined) return leave(await solveInstances(name, instances, options, io));
      }
      leave(await (await import("./run.js")).run("solve", name, options, io));
    });

  withRun(withProblem(program.command("simulate")))
    .description(
      "march from the start values; boundary conditions are only reported; a grasp that Ctrl-C ended goes on from its last step, given its result.json",
    )
    .action(async (name, options) => leave(await (await import("./run.js")).run("simulate", name, options, io)));

  withYield(withRun(withProblem(program.command("design"))))
    .description("find the design parameters that the objective varies")
    .addOption(new Option("--starts <n>", "searches from different designs; the best is kept (1)"))
    .action(async (name, options) => leave(await (await import("./run.js")).run("design", name, options, io)));

  addRecordings(program, io, leave);
  addStudies(program, io, leave);

  withProblem(program.command("check"))
    .description("compare a problem with its published or independently computed values")
    .addOption(set().hideHelp())
    .addOption(json())
    .action(async (name, options) => leave(await (await import("./check.js")).check(name, options, io)));

  program
    .command("open")
    .description("open the playground in the browser, with a problem or without")
    .argument("[problem]", problemHelp)
    .addOption(new Option("--no-open", "only serve the page and print its address"))
    .addOption(new Option("--no-build", "serve what is there: parts of the site that are missing are not built"))
    .addOption(new Option("--port <n>", "port to serve it at (4321, or the next free one)"))
    .action(async (name, options) => leave(await (await import("./open.js")).open(name, options, io)));

  return program;
}

/** The verbs of what is not known: parameters from recordings, and what to expect of a motion. */
function addRecordings(program: Command, io: Io, leave: (code: number) => void): void {
  withProblem(program.command("fit"))
    .description("find parameters from recorded motions, by what the problem's file exports as `fit`")
    .addOption(new Option("--data <files...>", "recordings: comma-separated text with a header, a file each"))
    .addOption(new Option("--profile", "intervals by profile likelihood too, for motions that are far from linear"))
    .addOption(
      new Option(
        "--starts <n>",
        "search from n places over the ranges, and tell minima that explain the recordings as well",
      ),
    )
    .addOption(new Option("--folds <n>", "cross-validation: fit n times again, each time without one recording in n"))
    .addOption(
      repeated(
        "--model <name=value,...>",
        "compare models: the one as it is, and this one, with a law or an unknown set",
      ),
    )
    .addOption(set())
    .addOption(json())
    .addOption(new Option("--out <directory>", "write fit.json and report.html there"))
    .action(async (name, options) => leave(await (await import("./recordings/fit.js")).fit(name, options, io)));

  withProblem(program.command("predict"))
    .description("what to expect of a motion of which not everything is known: bands, contact sequences, success")
    .addOption(
      repeated(
        "--over <what>",
        "what scatters: name~normal(m,s), uniform(a,b), triangular(a,m,b); parameters and states",
      ),
    )
    .addOption(repeated("--correlate <a,b=r>", "the correlation of two that are normal"))
    .addOption(new Option("--samples <n>", "motions that are sampled (1000)"))
    .addOption(new Option("--seed <n>", "which samples (1)"))
    .addOption(
      new Option("--verb <verb>", "solve finds the launch first; simulate takes it as it is").choices([
        "solve",
        "simulate",
      ]),
    )
    .addOption(set())
    .addOption(json())
    .addOption(new Option("--bands", "with --json: add the bands of all states"))
    .action(async (name, options) => leave(await (await import("./chance/predict.js")).predict(name, options, io)));
}

/** The verbs of many motions: those who ask, and those who compute for them. */
function addStudies(program: Command, io: Io, leave: (code: number) => void): void {
  program
    .command("sweep")
    .argument("<problem>", `${problemHelp}; or a study: studies/toss-tolerance, a .json or .ts file`)
    .description("ask many motions one question: parameters vary, and a folder keeps what is done")
    .addOption(
      repeated(
        "--over <what>",
        "name=a..b:n, name=a,b,c, name~normal(m,s), uniform(a,b), triangular(a,m,b), or a .csv",
      ),
    )
    .addOption(new Option("--verb <verb>", "what is done with every item (solve)").choices(verbs))
    .addOption(set())
    .addOption(new Option("--all", "every launch of every item that a scan finds: the one that passes is shown"))
    .addOption(new Option("--scan <name=a..b:n>", "with --all or --branch: which freed value to scan, in n parts"))
    .addOption(new Option("--branch <contacts>", 'only launches such as "one impact" or "flight, impact, flight"'))
    .addOption(repeated("--where <formula in a..b>", "what an item must hold to pass, a formula of its values"))
    .addOption(new Option("--design <design>", "how samples are spread (random)").choices(studyDesigns))
    .addOption(new Option("--samples <n>", "samples of what is distributed, or of ranges without a count"))
    .addOption(new Option("--seed <n>", "which samples (1)"))
    .addOption(new Option("--extend", "add samples to those of the study, up to --samples"))
    .addOption(
      repeated("--front <formula>", "given twice, both to be small: the items that no other one beats in both"),
    )
    .addOption(new Option("--threads <n>", "threads; one a core if left out"))
    .addOption(
      new Option("--queue <address>", "let workers of a queue compute: redis://host:6379/0, rediss:// with TLS"),
    )
    .addOption(new Option("--out <directory>", "the study's folder (study)"))
    .addOption(new Option("--export <form>", "write all rows there, too").choices(["csv", "json", "parquet"]))
    .addOption(new Option("--grid-error", "estimate the error of every item's grid, by a second motion"))
    .addOption(new Option("--trajectories", "keep the motion of every item there, compressed"))
    .addOption(json())
    .action(async (name, options) => leave(await (await import("./studies/sweep.js")).sweep(name, options, io)));

  program
    .command("worker")
    .description("compute items of sweeps that others put into a queue, until it is interrupted")
    .addOption(new Option("--queue <address>", "redis://user:password@host:6379/0?prefix=team, rediss:// with TLS"))
    .addOption(new Option("--threads <n>", "threads; one a core if left out"))
    .addOption(json().hideHelp())
    .action(async (options) => leave(await (await import("./studies/worker.js")).worker(options, io)));
}

const verbs = ["solve", "simulate", "design"];
const studyDesigns = ["grid", "lhs", "sobol", "halton", "random", "saltelli"];

const withProblem = (command: Command): Command => command.argument("<problem>", problemHelp);

function withRun(command: Command): Command {
  return command
    .addOption(set())
    .addOption(new Option("--start <guess>", "first guess: auto, line, zeros, or launch=a,b for the freed values"))
    .addOption(new Option("--refine", "finer grids until grid.accuracy holds (1e-4 unless set), as far as that goes"))
    .addOption(new Option("--out <directory>", "write result.json, trajectory.csv and report.html there"))
    .addOption(json())
    .addOption(new Option("--trajectory", "with --json: add the columns of the motion"));
}

/** The words of the design that works for most parts. */
function withYield(command: Command): Command {
  return command
    .addOption(new Option("--yield", "the design with the largest share of scattered parts that end as asked"))
    .addOption(repeated("--vary <name>", "with --yield: what is chosen; as the problem says if left out"))
    .addOption(
      repeated("--over <what>", "with --yield: what scatters, name~normal(m,s), uniform(a,b), triangular(a,m,b)"),
    )
    .addOption(repeated("--where <formula in a..b>", "with --yield: what a part must hold, a formula of values"));
}

const json = (): Option => new Option("--json", "print one JSON object");

const set = (): Option => repeated("--set <name=value>", "override a parameter");

function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description} (repeatable)`)
    .default([], "none")
    .argParser((text: string, before: string[]) => [...before, text]);
}
