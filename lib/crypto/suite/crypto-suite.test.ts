import { test } from "node:test";
import { cryptoSuite } from "./crypto-suite.ts";

for (const { name, run } of cryptoSuite) test(name, run);
