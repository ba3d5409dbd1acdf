# syntax=docker/dockerfile:1

# What serves and what runs the jobs, in one image: docs/operations.md says how to run it.

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

# Everything, to build the pages and the database client.
FROM base AS build
COPY package.json package-lock.json ./
COPY examples/clients/package.json examples/clients/
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
# First the installation scripts that package.json allows, by name.
RUN npm run build && rm -r .next/cache

# What runs: no compiler, no test, no PostgreSQL of its own.
FROM base AS packages
COPY package.json package-lock.json ./
COPY examples/clients/package.json examples/clients/
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
COPY scripts/project.mjs scripts/trim-packages.mjs scripts/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && node scripts/trim-packages.mjs

FROM base
# Nothing here needs npm, and what is not there has no vulnerabilities.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn-* \
  /usr/local/bin/yarn /usr/local/bin/yarnpkg
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/lib lib
COPY --from=build /app/app/api app/api
COPY examples/webhooks examples/webhooks
COPY prisma prisma
COPY --from=build /app/public public
COPY scripts scripts
COPY package.json next.config.mjs server.ts worker.ts ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The account `node`, by its number, so that an orchestrator can tell that it is not root.
USER 1000:1000
EXPOSE 3000
ENTRYPOINT ["node"]
CMD ["server.ts"]
