import { BadInput } from "../../../checks/bad-input.js";
import { admit, anything, type Check, either, fields, has, kindOf, listOf, name } from "../../../checks/fields.js";
import { type Expr, isExpr, leaves, substitute } from "../../../expr/expr.js";
import { type Drawn, drawnThings } from "../../../mechanics/drawing.js";
import { type Frame, frame, type Model, type Stage, type StepGuess } from "../../../mechanics/model.js";
import { checkModel, checkProblem } from "../../../motion/problem/check-problem.js";
import type { Problem } from "../../../motion/problem/problem.js";
import { decode, encode } from "./formulas.js";
import { formulasOf, isMade, makeModel, sameModel } from "./models.js";

/** A whole problem as plain data: its model is a scene under a law, or the equations of a step for every choice. */
export interface Definition {
  readonly model: SceneData | ScenesData | StepData;
  readonly rest: unknown;
}

interface SceneData {
  readonly kind: "scene";
  readonly model: string;
  readonly scene: unknown;
  /** Things that are drawn besides the scene. */
  readonly drawing?: unknown;
  /** The law, or the parameter that chooses it. */
  readonly law: { readonly is: string } | { readonly parameter: string };
}

/** A scene of its own for every choice. */
interface ScenesData {
  readonly kind: "scenes";
  readonly parameters: readonly string[];
  readonly forms: readonly { readonly choice: readonly string[]; readonly model: SceneData }[];
}

interface StepData {
  readonly kind: "step";
  /** Parameters that choose the form of the rows, and a model for each combination of their values. */
  readonly parameters: readonly string[];
  readonly forms: readonly { readonly choice: readonly string[]; readonly model: unknown }[];
}

/** More forms than this make a file that nobody can send. */
const mostForms = 24;

/**
 * A problem as data.
 * @throws {BadInput} naming what cannot be written down: a function, or a model of too many forms.
 */
export function definitionOf(problem: Problem): Definition {
  const { model: _, ...rest } = problem;
  const { parameters, forms } = formsOf(problem);
  return {
    model: asScene(parameters, forms) ?? asScenes(parameters, forms) ?? asSteps(parameters, forms),
    rest: encode(rest),
  };
}

type Form = { readonly choice: readonly string[]; readonly model: Model };

/** All combinations of the choices that the model asks for; what it asks for may depend on what it was told. */
function formsOf({ model, parameters }: Problem): { parameters: string[]; forms: Form[] } {
  if (typeof model !== "function") return { parameters: [], forms: [{ choice: [], model }] };
  for (let names: string[] = []; ; ) {
    const more = new Set<string>();
    const choose = (choice: readonly string[]) => (name: string) => {
      const [value] = choicesOf(parameters, name);
      if (names.includes(name)) return choice[names.indexOf(name)];
      more.add(name);
      return value;
    };
    const all = names.reduce<string[][]>(
      (before, name) => before.flatMap((form) => choicesOf(parameters, name).map((choice) => [...form, choice])),
      [[]],
    );
    if (all.length > mostForms)
      throw new BadInput(
        "model",
        `The model has ${all.length} forms by ${names.join(", ")}, and at most ${mostForms} can be written down.`,
      );
    const forms = all.map((choice) => ({ choice, model: model(choose(choice)) }));
    if (more.size === 0) return { parameters: names, forms };
    names = [...names, ...more];
  }
}

function choicesOf(parameters: Problem["parameters"], name: string): readonly string[] {
  const { choices } = Object.hasOwn(parameters, name) ? parameters[name] : {};
  if (choices === undefined)
    throw new BadInput("model", `The model asks for ${name}, which is no parameter with choices.`);
  return choices;
}

/** The scene, if its maker makes exactly these models from it, under one law or under the one that a parameter chooses. */
function asScene(parameters: readonly string[], forms: readonly Form[]): SceneData | undefined {
  const { name, views: { scene: made, drawing } = {} } = forms[0].model;
  if (!isMade(name) || made === undefined || parameters.length > 1) return undefined;
  const isSame = ({ model }: Form, law: string): boolean =>
    model.views?.scene?.law === law && sameModel(makeModel(name, made.scene, law), model);
  const besides = drawing && { drawing: encode(drawing(frame.next)) };
  const data = { kind: "scene", model: name, scene: encode(made.scene), ...besides } as const;
  if (parameters.length === 0) return isSame(forms[0], made.law) ? { ...data, law: { is: made.law } } : undefined;
  return forms.every((form) => isSame(form, form.choice[0]))
    ? { ...data, law: { parameter: parameters[0] } }
    : undefined;
}

function asScenes(parameters: readonly string[], forms: readonly Form[]): ScenesData | undefined {
  const scenes = forms.flatMap(({ choice, model }) => {
    const scene = asScene([], [{ choice: [], model }]);
    return scene === undefined ? [] : [{ choice, model: scene }];
  });
  return scenes.length === forms.length ? { kind: "scenes", parameters, forms: scenes } : undefined;
}

function asSteps(parameters: readonly string[], forms: readonly Form[]): StepData {
  return {
    kind: "step",
    parameters,
    // who made the model looked at its start: a function is no data
    forms: forms.map(
      ({ choice, model: { step, views: { scene: _, overlaps: __, drawing, ...views } = {}, ...model } }) => ({
        choice,
        model: encode(
          { ...model, step: storedStage(step(frame)), views, ...(drawing && { drawing: drawing(frame.next) }) },
          "model",
        ),
      }),
    ),
  };
}

const kind = name;
const law: Check = either((given) => has("is", given), fields({ is: name }), fields({ parameter: name }));
const scene: Check = fields({ kind, model: name, scene: anything, law }, { drawing: anything });
const forms = (model: Check): Check =>
  fields({ kind, parameters: listOf(name), forms: listOf(fields({ choice: listOf(name), model })) });

/** The shape of what is written; models, scenes and the rest are looked at where they are made. */
const definition: Check = fields({
  model: kindOf({ scene, scenes: forms(scene), step: forms(anything) }),
  rest: anything,
});

/**
 * The problem that `definitionOf` wrote, checked like any other.
 * @throws {BadInput} where it is none, after the words of who reads it: "The problem in this file".
 */
export function problemOf(given: unknown, shown = "The problem"): Problem {
  try {
    const { model, rest } = admit(definition, given, "definition") as Definition;
    const made =
      model.kind === "scene" ? fromScene(model) : model.kind === "scenes" ? fromScenes(model) : fromSteps(model);
    const problem = { ...(decode(rest) as Omit<Problem, "model">), model: made };
    checkProblem(problem);
    // a form that is made late would be refused late
    checkModel(typeof made === "function" ? made((name) => choicesOf(problem.parameters, name)[0]) : made);
    return problem;
  } catch (error) {
    throw new BadInput(
      error instanceof BadInput ? error.field : "problem",
      `${shown} cannot be read: ${damage(error)}`,
    );
  }
}

/** Why a definition cannot be read, as the end of a sentence: the engine's words about its own steps mean nothing there. */
export function damage(error: unknown): string {
  const isOwn = error instanceof Error && !(error instanceof TypeError) && !/call stack/.test(error.message);
  const why = isOwn ? error.message : "its definition is damaged";
  return /[.?!]$/.test(why) ? why : `${why}.`;
}

function fromScenes({ parameters, forms }: ScenesData): Problem["model"] {
  return (chosen) => fromScene(formOf(parameters, forms, chosen)) as Model;
}

/** The model of a form by what is chosen of its parameters. */
function formOf<M>(
  parameters: readonly string[],
  forms: readonly { readonly choice: readonly string[]; readonly model: M }[],
  chosen: (parameter: string) => string,
): M {
  const form = forms.find(({ choice }) => choice.every((value, i) => value === chosen(parameters[i])));
  if (form === undefined) throw new Error(`there is no form of the model for ${parameters.map(chosen).join(", ")}`);
  return form.model;
}

function fromScene({ model, scene, drawing, law }: SceneData): Problem["model"] {
  const decoded = decode(scene) as object;
  const drawn = drawing === undefined ? undefined : admit(drawnThings, decode(drawing), "drawing");
  const make = (chosen: string): Model => {
    const made = makeModel(model, decoded, chosen);
    return drawn === undefined ? made : { ...made, views: { ...made.views, drawing: () => drawn } };
  };
  return "is" in law ? make(law.is) : (choice) => make(choice(law.parameter));
}

function fromSteps({ parameters, forms }: StepData): Problem["model"] {
  const models = forms.map(({ choice, model }) => ({ choice, model: withStep(decode(model) as StoredModel) }));
  if (parameters.length === 0) return models[0].model;
  return (chosen) => formOf(parameters, models, chosen);
}

/** A stage whose guesses are data. */
type StoredStage = Omit<Stage, "guesses"> & { readonly guesses?: readonly StepGuess[] };
type StoredModel = Omit<Model, "step"> & {
  readonly step: StoredStage;
  readonly drawing?: readonly Drawn[];
};

function storedStage({ guesses, ...stage }: Stage): StoredStage {
  return { ...stage, ...(guesses && { guesses: guesses.map((guess) => guess()) }) };
}

function withStep({ step: { guesses, ...stored }, drawing, views, ...model }: StoredModel): Model {
  if (drawing !== undefined) drawnThings(drawing, "drawing");
  const step: Stage = { ...stored, ...(guesses && { guesses: guesses.map((guess) => () => guess) }) };
  return {
    ...model,
    step: (asked) => (asked === frame ? step : inFrame(step, asked)),
    views: { ...views, ...(drawing && { drawing: () => drawing }) },
  };
}

/** A step written in the frame of all steps, in another frame. */
function inFrame(stage: Stage, { now, next, inside, parameters, inputs, t, h }: Frame): Stage {
  const spaces: Record<string, (name: string) => Expr> = {
    now,
    next,
    inside,
    parameters,
    inputs,
    t: () => t,
    h: () => h,
  };
  const map = new Map<Expr, Expr>();
  for (const leaf of leaves(formulasOf(stage).filter(isExpr))) {
    const [space, ...name] = leaf.name.split(".");
    const at = Object.hasOwn(spaces, space) ? spaces[space] : undefined;
    if (at === undefined) throw new RangeError(`the step of a saved model uses "${leaf.name}", which no step has`);
    map.set(leaf, at(name.join(".")));
  }
  const put = (e: Expr): Expr => substitute(e, map);
  const each = (record: Readonly<Record<string, Expr>>) =>
    Object.fromEntries(Object.entries(record).map(([name, e]) => [name, put(e)]));
  return {
    rows: stage.rows.map((row) => ({ ...row, residual: put(row.residual) })),
    defines: each(stage.defines ?? {}),
    pairs: stage.pairs.map((pair) => ({ ...pair, a: put(pair.a), b: put(pair.b) })),
    observe: each(stage.observe),
    ...(stage.guesses && { guesses: stage.guesses.map((guess) => () => each(guess())) }),
  };
}
