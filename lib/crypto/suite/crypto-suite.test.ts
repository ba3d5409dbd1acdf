import { test } from "node:test";
import { cryptoSuite } from "./crypto-suite.ts";
import { serverSuite } from "./server-suite.ts";

for (const { name, run } of [...cryptoSuite, ...serverSuite]) test(name, run);
