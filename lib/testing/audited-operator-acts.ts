import { eraseName } from "#lib/audit/erase-name.ts";
import { findHoldings, releaseCard, releaseIdentifier } from "#lib/cardholders/operate.ts";
import {
  approveOrganization,
  changeTier,
  suspendOrganization,
} from "#lib/organizations/operate.ts";
import { settleNow } from "#lib/payments/operate.ts";
import { pauseEndpoint, resumeEndpoint } from "#lib/webhooks/operate.ts";
import { paymentBody, registerCardholder } from "./api-client.ts";
import { type ActTable, outsideProduction } from "./audited-stage.ts";
import { createTestMember } from "./console-client.ts";
import { addIdentifier } from "./identifiers.ts";
import { insertTestEndpoint } from "./webhook-endpoint.ts";

/** What the operator does, in the trail of the organization that it concerns. */
export const operatorActs: ActTable = {
  "organization.approved": async ({ organizationId }) => {
    await suspendOrganization({ organizationId, environments: ["staging"] });
    await approveOrganization({ organizationId, environments: ["staging"] });
    const tier = "enterprise";
    const before = { tier, approvedEnvironments: ["development"] };
    const after = { tier, approvedEnvironments: outsideProduction };
    return { by: "operator", target: organizationId, before, after };
  },
  "organization.suspended": async ({ organizationId }) => {
    await suspendOrganization({ organizationId, environments: ["staging"] });
    const tier = "enterprise";
    const before = { tier, approvedEnvironments: outsideProduction };
    const after = { tier, approvedEnvironments: ["development"] };
    return { by: "operator", target: organizationId, before, after };
  },
  "organization.tier_changed": async ({ organizationId }) => {
    await changeTier({ organizationId, tier: "premium" });
    const approvedEnvironments = outsideProduction;
    const before = { tier: "enterprise", approvedEnvironments };
    const after = { tier: "premium", approvedEnvironments };
    return { by: "operator", target: organizationId, before, after };
  },
  "card.looked_up": async ({ api }) => {
    const { userId, hashedPan } = await registerCardholder(api);
    await findHoldings(hashedPan);
    return { by: "operator", target: userId };
  },
  "card.released": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    await releaseCard({ userId });
    return { by: "operator", target: userId, after: { erasedReceipts: 0 } };
  },
  "identifier.released": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    const { identifierId } = (await addIdentifier(api, userId, "par")).body.data;
    await releaseIdentifier({ identifierId });
    return { by: "operator", target: userId, before: { identifierId, kind: "par" } };
  },
  "payment.settle_requested": async ({ api }) => {
    const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", {
      params: { gateway: "gateway_one" },
      body: paymentBody({ paymentMethod: "sandbox_requires_confirmation" }),
    });
    await settleNow({ paymentId });
    return {
      by: "operator",
      target: paymentId,
      before: { paymentStatus: "requires_confirmation" },
    };
  },
  "webhook_endpoint.paused": async ({ organizationId }) => {
    const endpointId = await insertTestEndpoint({ organizationId, environment: "development" });
    await pauseEndpoint({ endpointId, reason: "a complaint" });
    return { by: "operator", target: endpointId, after: { reason: "a complaint" } };
  },
  "webhook_endpoint.resumed": async ({ organizationId }) => {
    const endpointId = await insertTestEndpoint(
      { organizationId, environment: "development" },
      { disabledReason: "paused" },
    );
    await resumeEndpoint({ endpointId });
    return { by: "operator", target: endpointId };
  },
  "audit.name_erased": async ({ organizationId, send }) => {
    const { memberId, email } = await createTestMember({ role: "viewer", organizationId });
    await send("DELETE", `/members/${memberId}`);
    await eraseName({ person: email });
    return { by: "operator", target: memberId };
  },
};
