import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { removeLogoOperation, setLogoOperation } from "#lib/organizations/contract.ts";
import { changeLogo } from "#lib/organizations/organization.ts";

export const PUT = endpoint(setLogoOperation, async ({ caller, body }) =>
  ok(await changeLogo({ caller, ...body })),
);

export const DELETE = endpoint(removeLogoOperation, async ({ caller }) =>
  ok(await changeLogo({ caller, logo: null })),
);
