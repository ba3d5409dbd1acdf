import { describe, test } from "node:test";
import { playInLanes } from "#lib/testing/model/play-in-lanes.ts";
import { modelProviders } from "#lib/testing/model/providers.ts";

describe("whatever happens in whatever order, the books agree in the end", {
  concurrency: true,
}, () => {
  for (const provider of modelProviders) {
    test(provider, async (context) => context.diagnostic(await playInLanes(provider)));
  }
});
