import { test } from "node:test";
import { playInLanes } from "#lib/testing/model/play-in-lanes.ts";

test("whatever happens in whatever order, the books agree in the end", async (context) => {
  context.diagnostic(await playInLanes());
});
