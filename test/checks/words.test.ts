import { expect, it } from "vitest";
import { folded, oneSentence, sentences } from "../../src/checks/words.js";

it("a long list is folded to its beginning and a count", () => {
  const words = Array.from({ length: 35 }, (_, i) => `k${i}`);
  expect(folded(words)).toBe("k0, k1 and 33 more");
  expect(folded(words, 4)).toBe("k0, k1, k2, k3 and 31 more");
  expect(folded(words.slice(0, 2))).toBe("k0, k1");
  expect(folded([])).toBe("");
});

it("a sentence is one line of at most 300 characters, its two ends kept", () => {
  expect(oneSentence("a\nb\t c")).toBe("a b c");
  const long = oneSentence(`begin ${"x".repeat(1000)} end.`);
  expect(long).toHaveLength(300);
  expect(long).toMatch(/^begin x+…x+ end\.$/);
});

it("sentences that would make a message too long are left out", () => {
  expect(sentences("First.", undefined, "Second.")).toBe("First. Second.");
  expect(sentences("First.", "y".repeat(400), "Third.")).toBe("First. Third.");
});
