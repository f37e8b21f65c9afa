import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { assemble } from "../../src/expr/assembly/assemble.js";
import { compile, compileRows, switches } from "../../src/expr/compile.js";
import { jacobian } from "../../src/expr/derivative.js";
import * as E from "../../src/expr/expr.js";
import { generate } from "../../src/expr/generate.js";
import { schedule } from "../../src/expr/schedule.js";
import { anyPoint, dags, inputs, names } from "./formulas.js";

const [x, y, z, w] = inputs as [E.Expr, E.Expr, E.Expr, E.Expr];

// Every bit counts, except those inside NaN, which the language leaves open.
function bits(values: Float64Array): BigUint64Array {
  return new BigUint64Array(Float64Array.from(values, (v) => (Number.isNaN(v) ? Number.NaN : v)).buffer);
}

function outputsOf(kernel: ReturnType<typeof compile>, point: readonly number[]): Float64Array {
  const output = new Float64Array(kernel.outputs);
  kernel.run(Float64Array.from(point), output);
  return output;
}

const never = (): never => {
  throw new Error("nobody ran it often");
};

test("assembled kernels go on by generated code after many runs, with the same bits", () => {
  const plan = schedule(inputs, [E.add(E.mul(x, y), E.exp(z)), E.sin(w)]);
  let made = 0;
  const run = assemble(plan, 1, () => {
    made++;
    return generate(plan, 1, 10);
  });
  const [input, first, second] = [Float64Array.of(1.1, 0.7, -2.3, 0.9), new Float64Array(1), new Float64Array(1)];
  run(input, first, second);
  const cold = bits(Float64Array.of(...first, ...second));
  for (let k = 0; k < 190_000; k++) run(input, first, second);
  expect(made).toBe(0);
  for (let k = 0; k < 20_000; k++) run(input, first, second);
  expect(made).toBe(1);
  expect(bits(Float64Array.of(...first, ...second))).toEqual(cold);
});

test("generated, assembled, split and interpreted kernels and evaluate agree in every bit", () => {
  fc.assert(
    fc.property(dags(60, 6), anyPoint, fc.integer({ min: 1, max: 20 }), (es, point, limit) => {
      const outputs = [...es, es[0], x, E.constant(-0)];
      const wanted = bits(outputsOf(compile(inputs, outputs, { mode: "interpreted" }), point));
      expect(bits(outputsOf(compile(inputs, outputs, { mode: "generated" }), point))).toEqual(wanted);
      expect(bits(outputsOf(compile(inputs, outputs, { mode: "generated", limit }), point))).toEqual(wanted);
      for (const room of [limit, 1000]) {
        const assembled = new Float64Array(outputs.length);
        assemble(
          schedule(inputs, outputs),
          outputs.length,
          never,
          room,
        )(Float64Array.from(point), assembled, assembled);
        expect(bits(assembled)).toEqual(wanted);
      }
      const evaluated = outputs.map((e) => E.evaluate(e, (name) => point[names.indexOf(name as "x")]));
      expect(bits(Float64Array.from(evaluated))).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});

test("optimised code gives the same bits as cold code", () => {
  const e = E.add(E.pow(x, E.mul(1.3, y)), E.exp(E.sin(z)), E.atan2(x, z), E.norm(x, y, E.tan(w)), E.log(E.abs(w)));
  const point = [1.1, 0.7, -2.3, 0.9];
  const kernel = compile(inputs, [e], { mode: "generated" });
  const cold = bits(outputsOf(kernel, point));
  const output = new Float64Array(1);
  const input = Float64Array.from(point);
  for (let k = 0; k < 50_000; k++) kernel.run(input, output);
  expect(bits(output)).toEqual(cold);
});

test("rows and their Jacobian are those of jacobian(), whichever way they run", () => {
  fc.assert(
    fc.property(dags(25, 4), anyPoint, fc.integer({ min: 3, max: 40 }), (rows, point, limit) => {
      const wrt = [z, x];
      const entries = jacobian(rows, wrt);
      const input = Float64Array.from(point);
      const wanted = compile(inputs, [...rows, ...entries.map(({ value }) => value)], { mode: "interpreted" });
      const values = bits(outputsOf(wanted, point));
      for (const mode of ["generated", "interpreted"] as const) {
        const kernel = compileRows(inputs, wrt, rows, { mode, limit });
        const F = new Float64Array(rows.length);
        const J = new Float64Array(entries.length);
        kernel.residual(input, F);
        expect(bits(F)).toEqual(values.slice(0, rows.length));
        kernel.jacobian(input, F.fill(7), J);
        expect(bits(F)).toEqual(values.slice(0, rows.length));
        expect(bits(J)).toEqual(values.slice(rows.length));
        expect([...kernel.pattern.row]).toEqual(entries.map(({ row }) => row));
        expect([...kernel.pattern.col]).toEqual(entries.map(({ col }) => col));
      }
    }),
    { numRuns: 200 },
  );
});

test("the pattern is in compressed columns", () => {
  const { pattern } = compileRows(inputs, [x, y, z], [E.add(x, z), E.mul(z, z)]);
  expect(pattern.rows).toBe(2);
  expect(pattern.cols).toBe(3);
  expect([...pattern.colPtr]).toEqual([0, 1, 1, 3]);
  expect([...pattern.row]).toEqual([0, 0, 1]);
  expect([...pattern.col]).toEqual([0, 2, 2]);
});

test("shared work is done once, and a + b is b + a", () => {
  const part = E.sin(E.mul(x, y));
  expect(compile(inputs, [part, E.add(part, z), E.sub(z, part)]).operations).toBe(4);
  expect(compile(inputs, [E.add(x, y), E.add(y, x), E.max(y, x), E.max(x, y)]).operations).toBe(2);
});

test("kernels say what they are and write nothing beyond their outputs", () => {
  const kernel = compile(inputs, [E.add(x, y)]);
  expect(kernel).toMatchObject({ inputs: 4, outputs: 1, operations: 1, mode: "generated" });
  const output = Float64Array.of(0, 42);
  kernel.run(Float64Array.of(1, 2, 3, 4, 5), output);
  expect([...output]).toEqual([3, 42]);
});

test.each(["generated", "interpreted"] as const)("%s kernels refuse arrays that are too short", (mode) => {
  const short = new Float64Array(1);
  const input = new Float64Array(4);
  expect(() => compile(inputs, [x, y], { mode }).run(input, short)).toThrow("room for 2");
  expect(() => compile(inputs, [x], { mode }).run(short, short)).toThrow("4 numbers of input");
  const rows = compileRows(inputs, [x, y], [E.mul(x, y)], { mode });
  expect(() => rows.jacobian(input, short, short)).toThrow("room for 1 and 2");
});

test("a leaf that is not among the inputs is named", () => {
  expect(() => compile([x], [E.add(x, y)])).toThrow('"y"');
  expect(() => compileRows([x], [x], [E.mul(x, y)])).toThrow('"y"');
});

test("a kernel without outputs or with constants only runs", () => {
  for (const mode of ["generated", "interpreted"] as const) {
    compile(inputs, [], { mode }).run(new Float64Array(4), new Float64Array(0));
    expect([...outputsOf(compile([], [E.constant(-2), E.constant(-Infinity)], { mode }), [])]).toEqual([-2, -Infinity]);
  }
});

/** Formulas of more than a thousand operations. */
function many(): E.Expr[] {
  let e: E.Expr = x;
  for (let k = 0; k < 400; k++) e = E.sin(E.add(E.mul(e, y), z));
  return [e, E.mul(e, w)];
}

test("long formulas are assembled, refuse arrays that are too short, and have the same bits where that is forbidden", () => {
  const point = [0.3, 0.1, 0.7, 2];
  const assembled = compile(inputs, many());
  expect(assembled.mode).toBe("generated");
  const wanted = bits(outputsOf(assembled, point));
  expect(() => assembled.run(new Float64Array(4), new Float64Array(1))).toThrow("room for 2");
  expect(() => assembled.run(new Float64Array(1), new Float64Array(2))).toThrow("4 numbers of input");
  expect(bits(outputsOf(compile(inputs, many(), { mode: "interpreted" }), point))).toEqual(wanted);
  // the bits of NaN and of its neighbours pass through memory, too
  expect([...outputsOf(assembled, [Number.NaN, 1, 1, 1])]).toEqual([Number.NaN, Number.NaN]);
});

test("where generated code is forbidden, auto interprets and generated says so", () => {
  vi.stubGlobal("Function", function refuse() {
    throw new EvalError("forbidden by the content security policy");
  });
  try {
    expect(compile(inputs, [x]).mode).toBe("interpreted");
    // WebAssembly is allowed by itself
    expect(compile(inputs, many()).mode).toBe("generated");
    expect(compileRows(inputs, [x], [x]).mode).toBe("interpreted");
    expect(() => compile(inputs, [x], { mode: "generated" })).toThrow("forbidden");
  } finally {
    vi.unstubAllGlobals();
  }
});

test("chains 100 000 nodes deep compile, in many functions", () => {
  let e: E.Expr = x;
  for (let k = 0; k < 50_000; k++) e = E.sin(E.add(e, y));
  const point = [0.3, 0.1, 0, 0];
  const generated = outputsOf(compile(inputs, [e], { mode: "generated" }), point);
  for (const mode of ["interpreted", "auto"] as const)
    expect(bits(outputsOf(compile(inputs, [e], { mode }), point))).toEqual(bits(generated));
});

test("switches lists every kink once, with how near it is", () => {
  const cone = E.max(0, E.sub(x, y));
  const slip = E.norm(z, w);
  const rows = [E.add(cone, slip), E.select(E.sub(cone, slip), E.abs(z), E.min(x, y))];
  expect(switches(rows)).toEqual([
    { kind: "max", distance: E.sub(y, x), expr: cone },
    { kind: "norm", distance: slip, expr: slip },
    { kind: "abs", distance: z, expr: E.abs(z) },
    { kind: "min", distance: E.sub(x, y), expr: E.min(x, y) },
    { kind: "select", distance: E.sub(cone, slip), expr: rows[1] },
  ]);
});
