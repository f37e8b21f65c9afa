import fc from "fast-check";

// A landing must not depend on luck: where CI is set, properties try the same examples every time. Everywhere else they
// explore, and a failing one prints its seed.
if (process.env.CI !== undefined) fc.configureGlobal({ seed: 20_050_418 });
