export { finish } from "../src/algebra/stepwise.js";
