/** A function of the library: numbers and addresses in, a number or an address out. */
type Call = (...numbers: readonly number[]) => number;

/** The functions that are used, and what the build calls them. Problems and parameters are addresses; rows and columns count from 1. */
const names = {
  createProblem: "o", // glp_create_prob()
  setDirection: "q", // glp_set_obj_dir(problem, 1 = minimise)
  addRows: "r", // glp_add_rows(problem, count)
  addColumns: "s", // glp_add_cols(problem, count)
  setRowBounds: "v", // glp_set_row_bnds(problem, row, type, lower, upper)
  setColumnBounds: "w", // glp_set_col_bnds(problem, column, type, lower, upper)
  setCost: "x", // glp_set_obj_coef(problem, column, cost)
  loadMatrix: "y", // glp_load_matrix(problem, entries, rows, columns, values)
  deleteProblem: "A", // glp_delete_prob(problem)
  simplex: "I", // glp_simplex(problem, parameters): 0, or why it did not run
  status: "J", // glp_get_status(problem)
  rowDual: "M", // glp_get_row_dual(problem, row)
  columnValue: "N", // glp_get_col_prim(problem, column)
  createParameters: "W", // get_glp_smcp(iterations, messages, milliseconds, presolve)
  allocate: "X", // malloc(bytes)
  free: "Y", // free(address)
  restoreStack: "aa", // emscripten_stack_restore(pointer)
  currentStack: "ca", // emscripten_stack_get_current()
} as const;

/** The functions of glpk.js 5.0.0 by their words, and the memory that they work in. */
export type GlpkExports = Readonly<Record<keyof typeof names, Call>> & { readonly memory: WebAssembly.Memory };

/** All that the pinned build exports, in the order of definition. */
const pinnedNames = `${[..."lmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$"].join()},aa,ba,ca`;

/**
 * Runs `load` and keeps the exports of the WebAssembly that glpk.js makes meanwhile; undefined for another build.
 *
 * This is the one place that looks into the package, and it replaces `WebAssembly.Instance` while the package loads,
 * because nothing else reaches the exports. The package makes its instance as soon as it is called, keeps the exports to
 * itself, and passes none of Emscripten's hooks on (`instantiateWasm`, `wasmBinary`, `print`): `glpk.js/node` is called
 * without arguments, and the other entry starts a worker. Its binary cannot be instantiated here instead: the package's
 * list of exports hides `glpk.wasm` from Node and from bundlers alike, so that only the package's own module can name
 * it. Its JSON interface needs no exports, but begins every solve anew and takes some four to eight times as long.
 * Instances of all other modules are made as ever.
 */
export async function captureExports<T>(
  load: () => Promise<T>,
): Promise<{ readonly result: T; readonly exports: GlpkExports | undefined }> {
  const { Instance } = WebAssembly;
  let exports: GlpkExports | undefined;
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      const isPinned =
        WebAssembly.Module.exports(module)
          .map(({ name }) => name)
          .join() === pinnedNames;
      super(module, isPinned ? silence(imports, () => exports?.memory) : imports);
      if (isPinned) exports = byWords(this.exports);
    }
  };
  try {
    return { result: await load(), exports };
  } finally {
    WebAssembly.Instance = Instance;
  }
}

function byWords(found: WebAssembly.Exports): GlpkExports | undefined {
  const memory = found.l;
  if (!(memory instanceof WebAssembly.Memory)) return undefined;
  const calls = Object.fromEntries(Object.entries(names).map(([word, name]) => [word, found[name]]));
  return { ...(calls as Record<keyof typeof names, Call>), memory };
}

/**
 * The imports with those that print replaced: assertions that fail in a solve are answered by solving anew, and their
 * text belongs to nobody. Import a is a failed assertion, k the end of the program, c writes text.
 */
function silence(
  imports: WebAssembly.Imports | undefined,
  memory: () => WebAssembly.Memory | undefined,
): WebAssembly.Imports {
  const stop = (): never => {
    throw new WebAssembly.RuntimeError("glpk.js has stopped its program");
  };
  /** fd_write(file, vectors, count, written): every vector is an address and a length. */
  const discard = (_file: number, vectors: number, count: number, written: number): number => {
    const buffer = memory()?.buffer;
    if (buffer === undefined) return 0;
    const view = new DataView(buffer);
    let bytes = 0;
    for (let k = 0; k < count; k++) bytes += view.getUint32(vectors + 8 * k + 4, true);
    view.setUint32(written, bytes, true);
    return 0;
  };
  return { ...imports, a: { ...imports?.a, a: stop, c: discard, k: stop } };
}
