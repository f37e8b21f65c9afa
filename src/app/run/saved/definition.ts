import { admit, anything, type Check, either, fields, has, kindOf, listOf, name } from "../../../checks/fields.js";
import { type Expr, isExpr, leaves, substitute } from "../../../expr/expr.js";
import { type Drawn, drawnThings } from "../../../mechanics/drawing.js";
import { type Frame, frame, type Model, type Stage, type StepGuess } from "../../../mechanics/model.js";
import type { Problem } from "../../../motion/problem/problem.js";
import { decode, encode } from "./formulas.js";
import { formulasOf, makers, sameModel } from "./models.js";

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

/** A problem as data, or undefined where its model has too many forms to be written down. */
export function definitionOf(problem: Problem): Definition | undefined {
  const { model, ...rest } = problem;
  const { parameters, forms } = formsOf(problem);
  if (forms.length > mostForms) return undefined;
  const made = forms.map((choice) => {
    const choose = (name: string): string => choice[parameters.indexOf(name)];
    return { choice, model: typeof model === "function" ? model(choose) : model };
  });
  return {
    model: asScene(parameters, made) ?? asScenes(parameters, made) ?? asSteps(parameters, made),
    rest: encode(rest),
  };
}

type Form = { readonly choice: readonly string[]; readonly model: Model };

/** All combinations of the choices that the model asks for. */
function formsOf({ model, parameters }: Problem): { parameters: string[]; forms: string[][] } {
  const asked = new Set<string>();
  if (typeof model === "function")
    model((name) => {
      asked.add(name);
      return String(parameters[name]?.value);
    });
  const names = [...asked];
  const forms = names.reduce<string[][]>(
    (before, name) => before.flatMap((form) => (parameters[name]?.choices ?? []).map((choice) => [...form, choice])),
    [[]],
  );
  return { parameters: names, forms };
}

/** The scene, if its maker makes exactly these models from it, under one law or under the one that a parameter chooses. */
function asScene(parameters: readonly string[], forms: readonly Form[]): SceneData | undefined {
  const { name, views: { scene: made, drawing } = {} } = forms[0].model;
  const make = makers[name];
  if (make === undefined || made === undefined || parameters.length > 1) return undefined;
  const isMade = ({ model }: Form, law: string): boolean =>
    model.views?.scene?.law === law && sameModel(make(made.scene, law), model);
  const besides = drawing && { drawing: encode(drawing(frame.next)) };
  const data = { kind: "scene", model: name, scene: encode(made.scene), ...besides } as const;
  if (parameters.length === 0) return isMade(forms[0], made.law) ? { ...data, law: { is: made.law } } : undefined;
  return forms.every((form) => isMade(form, form.choice[0]))
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
    forms: forms.map(({ choice, model: { step, views: { scene: _, drawing, ...views } = {}, ...model } }) => ({
      choice,
      model: encode({
        ...model,
        step: storedStage(step(frame)),
        views,
        ...(drawing && { drawing: drawing(frame.next) }),
      }),
    })),
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

/** Why a definition cannot be read, as the rest of a sentence: the engine's words about its own steps mean nothing there. */
export function damage(error: unknown): string {
  const isOwn = error instanceof Error && !(error instanceof TypeError) && !/call stack/.test(error.message);
  return isOwn ? error.message.replace(/\.$/, "") : "its definition is damaged";
}

/** The problem that `definitionOf` wrote. Throws where the data make no sense. */
export function problemOf(given: Definition): Problem {
  definition(given, "definition");
  const { model, rest } = given;
  return {
    ...(decode(rest) as Omit<Problem, "model">),
    model: model.kind === "scene" ? fromScene(model) : model.kind === "scenes" ? fromScenes(model) : fromSteps(model),
  };
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
  const maker = Object.hasOwn(makers, model) ? makers[model] : undefined;
  if (maker === undefined) throw new Error(`there is no model "${model}"`);
  const decoded = decode(scene) as object;
  const drawn = drawing === undefined ? undefined : admit(drawnThings, decode(drawing), "drawing");
  const make = (chosen: string): Model => {
    const made = maker(decoded, chosen);
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
