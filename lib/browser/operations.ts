import type * as accounts from "#lib/accounts/contract.ts";
import type * as email from "#lib/accounts/contract-email.ts";
import type * as passkeys from "#lib/accounts/contract-passkeys.ts";
import type * as reset from "#lib/accounts/contract-reset.ts";
import type * as sessions from "#lib/accounts/contract-sessions.ts";
import type * as stepUp from "#lib/accounts/contract-step-up.ts";
import type * as wallet from "#lib/accounts/contract-wallet.ts";
import type * as apiKeys from "#lib/api-keys/contract.ts";
import type * as callers from "#lib/api-keys/contract-caller.ts";
import type * as audit from "#lib/audit/contract.ts";
import type * as cardholders from "#lib/cardholders/contract.ts";
import type * as consoleCardholders from "#lib/cardholders/contract-console.ts";
import type * as devices from "#lib/cardholders/contract-devices.ts";
import type * as identifiers from "#lib/cardholders/contract-identifiers.ts";
import type * as pairings from "#lib/cardholders/contract-pairings.ts";
import type { Operation } from "#lib/core/operation.ts";
import type * as deviceLogins from "#lib/device-logins/contract.ts";
import type * as claims from "#lib/escrow/contract.ts";
import type * as gateways from "#lib/gateways/contract.ts";
import type * as mail from "#lib/mail/contract.ts";
import type * as organizations from "#lib/organizations/contract.ts";
import type * as invitations from "#lib/organizations/contract-invitations.ts";
import type * as refundLimits from "#lib/organizations/contract-refund-limits.ts";
import type * as shops from "#lib/organizations/contract-shops.ts";
import type * as signUp from "#lib/organizations/contract-sign-up.ts";
import type * as payments from "#lib/payments/contract.ts";
import type * as cancellations from "#lib/payments/contract-cancel.ts";
import type * as consolePayments from "#lib/payments/contract-console.ts";
import type * as preparation from "#lib/payments/contract-prepare.ts";
import type * as refunds from "#lib/payments/contract-refunds.ts";
import type * as pins from "#lib/pins/contract.ts";
import type * as push from "#lib/push/contract.ts";
import type * as receipts from "#lib/receipts/contract.ts";
import type * as access from "#lib/receipts/contract-access.ts";
import type * as opening from "#lib/receipts/contract-open.ts";
import type * as reports from "#lib/reports/contract.ts";
import type * as requestLog from "#lib/request-log/contract.ts";
import type * as search from "#lib/search/contract.ts";
import type * as service from "#lib/service/contract.ts";
import type * as visits from "#lib/visits/contract.ts";
import type * as guests from "#lib/visits/contract-guests.ts";
import type * as webhookConsole from "#lib/webhooks/contract-console.ts";
import type * as deliveries from "#lib/webhooks/contract-deliveries.ts";
import type * as webhookEndpoints from "#lib/webhooks/contract-endpoints.ts";
import type * as events from "#lib/webhooks/contract-events.ts";

// Types only: a schema imported here would travel to every page.
type OperationsOf<Contract> = Extract<Contract[keyof Contract], Operation>;

type AnyOperation =
  | OperationsOf<typeof access>
  | OperationsOf<typeof accounts>
  | OperationsOf<typeof apiKeys>
  | OperationsOf<typeof callers>
  | OperationsOf<typeof audit>
  | OperationsOf<typeof cancellations>
  | OperationsOf<typeof cardholders>
  | OperationsOf<typeof claims>
  | OperationsOf<typeof deliveries>
  | OperationsOf<typeof guests>
  | OperationsOf<typeof deviceLogins>
  | OperationsOf<typeof devices>
  | OperationsOf<typeof consoleCardholders>
  | OperationsOf<typeof consolePayments>
  | OperationsOf<typeof email>
  | OperationsOf<typeof events>
  | OperationsOf<typeof gateways>
  | OperationsOf<typeof identifiers>
  | OperationsOf<typeof invitations>
  | OperationsOf<typeof mail>
  | OperationsOf<typeof organizations>
  | OperationsOf<typeof passkeys>
  | OperationsOf<typeof payments>
  | OperationsOf<typeof receipts>
  | OperationsOf<typeof opening>
  | OperationsOf<typeof pairings>
  | OperationsOf<typeof pins>
  | OperationsOf<typeof preparation>
  | OperationsOf<typeof push>
  | OperationsOf<typeof refundLimits>
  | OperationsOf<typeof refunds>
  | OperationsOf<typeof reports>
  | OperationsOf<typeof requestLog>
  | OperationsOf<typeof reset>
  | OperationsOf<typeof search>
  | OperationsOf<typeof service>
  | OperationsOf<typeof sessions>
  | OperationsOf<typeof stepUp>
  | OperationsOf<typeof shops>
  | OperationsOf<typeof signUp>
  | OperationsOf<typeof visits>
  | OperationsOf<typeof wallet>
  | OperationsOf<typeof webhookConsole>
  | OperationsOf<typeof webhookEndpoints>;

/** Every operation of the service by its method and path, as in `GET /api/console/overview`. */
export type Operations = {
  [O in AnyOperation as `${O["method"]} ${O["path"]}`]: O;
};
