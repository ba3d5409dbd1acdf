/** Loaded by scripts/load-guides.mjs when the pages are built. */
declare module "#docs/guides/README.md" {
  export const guides: import("#lib/docs/contract.ts").Guides;
}
