import { getCallerOperation } from "#lib/api-keys/contract-caller.ts";
import {
  eraseUserOperation,
  generateKeysOperation,
  listUsersOperation,
  registerUserOperation,
  registerUsersOperation,
  rotateKeyOperation,
} from "#lib/cardholders/contract.ts";
import {
  addKeyOperation,
  listKeysOperation,
  retireKeyOperation,
} from "#lib/cardholders/contract-devices.ts";
import {
  endIdentifierOperation,
  findUserOperation,
  listIdentifiersOperation,
  registerIdentifierOperation,
} from "#lib/cardholders/contract-identifiers.ts";
import type { Operation } from "#lib/core/operation.ts";
import type { Scope } from "#lib/core/permissions.ts";
import { claimReceiptOperation } from "#lib/escrow/contract.ts";
import {
  confirmSandboxPaymentOperation,
  createPaymentOperation,
  findPaymentsOperation,
  getPaymentOperation,
} from "#lib/payments/contract.ts";
import { cancelByReferenceOperation } from "#lib/payments/contract-cancel.ts";
import { preparePaymentOperation } from "#lib/payments/contract-prepare.ts";
import {
  cancelPaymentOperation,
  listRefundsOperation,
  refundPaymentOperation,
} from "#lib/payments/contract-refunds.ts";
import { listReceiptsOperation } from "#lib/receipts/contract.ts";
import { grantAccessOperation } from "#lib/receipts/contract-access.ts";
import { decryptReceiptOperation, getEnvelopeOperation } from "#lib/receipts/contract-open.ts";
import {
  getDeliveryOperation,
  listDeliveriesOperation,
  resendDeliveryOperation,
  resendSinceOperation,
} from "#lib/webhooks/contract-deliveries.ts";
import {
  changeEndpointOperation,
  createEndpointOperation,
  deleteEndpointOperation,
  getEndpointOperation,
  listEndpointsOperation,
  rotateSecretOperation,
  testEndpointOperation,
} from "#lib/webhooks/contract-endpoints.ts";
import { getEventOperation, listEventsOperation } from "#lib/webhooks/contract-events.ts";
import type { ApiRoute } from "./contract.ts";
import { healthOperation, openapiOperation, readyOperation } from "./contract.ts";

/** Every operation of the public document, in its order. */
export const operations: readonly Operation[] = [
  generateKeysOperation,
  registerUserOperation,
  registerUsersOperation,
  listUsersOperation,
  findUserOperation,
  registerIdentifierOperation,
  listIdentifiersOperation,
  endIdentifierOperation,
  eraseUserOperation,
  preparePaymentOperation,
  createPaymentOperation,
  findPaymentsOperation,
  getPaymentOperation,
  cancelPaymentOperation,
  cancelByReferenceOperation,
  refundPaymentOperation,
  listRefundsOperation,
  confirmSandboxPaymentOperation,
  grantAccessOperation,
  rotateKeyOperation,
  addKeyOperation,
  listKeysOperation,
  retireKeyOperation,
  getEnvelopeOperation,
  decryptReceiptOperation,
  listReceiptsOperation,
  claimReceiptOperation,
  listEventsOperation,
  getEventOperation,
  createEndpointOperation,
  listEndpointsOperation,
  getEndpointOperation,
  changeEndpointOperation,
  deleteEndpointOperation,
  rotateSecretOperation,
  testEndpointOperation,
  listDeliveriesOperation,
  getDeliveryOperation,
  resendDeliveryOperation,
  resendSinceOperation,
  getCallerOperation,
  healthOperation,
  readyOperation,
  openapiOperation,
];

/** For server components: a browser would load every schema. */
export function listApiRoutes(): ApiRoute[] {
  const routes = operations.map((one) => ({ path: one.path, scopes: scopesOf(one) }));
  return routes.filter(({ scopes }) => scopes.length > 0);
}

/** Those of which one is enough. */
export function scopesOf({ scope, orScope }: Operation): Scope[] {
  return [scope, orScope].flatMap((one) => (one && one !== "any" ? one : []));
}
