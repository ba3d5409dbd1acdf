"use client";

import { useSession } from "#components/console/session.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { ApiRoute } from "#lib/contract/api-routes.ts";
import { REQUEST_LOG_DAYS } from "#lib/contract/request-log-days.ts";
import { scopesOfKind } from "#lib/contract/scope.ts";
import { RequestLog } from "./request-log.tsx";

/** `routes` are those of the whole API; shown are those that the organization's keys can call. */
export function RequestsScreen({ routes }: { routes: readonly ApiRoute[] }) {
  const scopes = scopesOfKind[useSession().organization.kind];
  const paths = routes.filter(({ scope }) => scopes.includes(scope)).map(({ path }) => path);
  return (
    <>
      <PageHeader
        title="Request log"
        description={`Every call of your keys and sessions in this environment, kept for ${REQUEST_LOG_DAYS} days. No bodies, no secrets.`}
      />
      <RequestLog routes={paths} />
    </>
  );
}
