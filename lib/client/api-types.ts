export interface paths {
    "/api/v1/onboarding/generate-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a key pair
         * @description RSA-2048, e = 65537. Nothing is stored: the private key exists in memory only until the answer is written. A device that can generate its own key should do so and send only the public part.
         *
         *     Scope: `onboarding:write`.
         */
        post: operations["generateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/onboarding/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a cardholder
         * @description Associates a public key, RSA-2048 or P-256, with a hashed card number. Receipts that waited in escrow for the card are handed over in the same transaction. The same card, key and keyId again is answered by 200 with the same user.
         *
         *     Scope: `onboarding:write`.
         */
        post: operations["registerUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/onboarding/register/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register many cardholders
         * @description Up to 100 registrations, one after another. Each stands alone: one that is refused has no effect on the others. The batch is safe to repeat: a card that is registered already is answered by 200. If the call as a whole fails, repeat it. Each registration counts as a call against the rate limit; a batch is taken while any calls are left.
         *
         *     Scope: `onboarding:write`.
         */
        post: operations["registerUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your cardholders
         * @description All cardholders of the issuer in the environment, newest first. Cards are not in it.
         *
         *     Scope: `receipts:read`.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a cardholder by an identifier
         * @description Of your own cardholders alone; 404 otherwise. A POST, so that no hash is part of an address.
         *
         *     Scope: `receipts:read`.
         */
        post: operations["findUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{userId}/identifiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the identifiers of a cardholder
         * @description Scope: `receipts:read`.
         */
        get: operations["listIdentifiers"];
        put?: never;
        /**
         * Add an identifier of a cardholder
         * @description Another card of the same person, a Payment Account Reference, a phone number, an email address, or your own reference. You vouch that it is the cardholder's, as you do for a card. Receipts that waited in escrow for it are handed over in the same transaction. The same one again is answered by 200. A user has up to 20.
         *
         *     Scope: `onboarding:write`.
         */
        post: operations["registerIdentifier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{userId}/identifiers/{identifierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an identifier of a cardholder
         * @description Receipts to come no longer go to the user by it; those delivered stay. The card of the registration ends only with the user (409).
         *
         *     Scope: `onboarding:write`.
         */
        delete: operations["endIdentifier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a cardholder
         * @description Cannot be undone. The wrapped keys of the cardholder's receipts are destroyed, so that nobody can open them again; their status becomes `erased`. Nothing leads from a payment to the card anymore: the merchant keeps the payment as an amount, and retries of it are still answered, with `keyId` null. Unused tokens are void. The user is gone: the same call again is answered by 404. The card may be registered again, as another user.
         *
         *     Scope: `onboarding:write`.
         */
        delete: operations["eraseUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{gateway}/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve keys to seal receipts to at the till
         * @description For receipts that reach the service already sealed: answers the key to seal the receipt of a future payment to, and its `paymentId`. Nothing is stored or charged. See Sealed at the till.
         *
         *     Scope: `payments:write`.
         */
        post: operations["preparePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{gateway}/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment with a sealed receipt
         * @description Safe to retry: the same organization, gateway, merchantId, receiptId and transactionId, or the same Idempotency-Key, answer the first result again with 200 and `Idempotent-Replayed: true`.
         *
         *     Scope: `payments:write`.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look payments up, or list them
         * @description Newest first. The order, `from`, and `to` go by the creation, or by the reservation where the till sealed the receipt. After an answer that got lost, look the payment up by your own references or its Idempotency-Key. **No payment here means: none so far.** The create may still be on its way, and charge later: before you take the money in another way, cancel it by the same references.
         *
         *     Scope: `payments:read`.
         */
        get: operations["findPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{gateway}/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status of a payment
         * @description What the creation answered, as it is now.
         *
         *     Scope: `payments:read`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{gateway}/{paymentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment
         * @description Makes sure that the customer pays nothing: a payment that is not charged yet never will be, and one that is charged is refunded in full. Safe to repeat. Where the provider cannot be reached the answer is 503, and the payment is canceled as soon as it can be; until it is, the customer may be charged, so do not take the money in another way.
         *
         *     Scope: `payments:write`.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{gateway}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel by your own references
         * @description For a create whose answer did not arrive: makes sure that the customer pays nothing, also if the create is still on its way. What is there is canceled as by its id. From then on, unless it answered `refunded`, a create with these references is 409 and charges nothing, whatever its body is, for 24 hours. Safe to repeat. After a 503, repeat it until it is answered; until then the payment may still be charged.
         *
         *     Scope: `payments:write`.
         */
        post: operations["cancelByReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{gateway}/{paymentId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment, in part or in full
         * @description Seals a credit note for the cardholder, which is delivered when the refund has succeeded. Safe to retry: the same `refundReference` with the same body answers the same refund again with 200 and `Idempotent-Replayed: true`. More than is left to refund is 409, and nothing is refunded. With `sealedReceipt`, the credit note comes sealed; see Sealed at the till.
         *
         *     Scope: `payments:write`.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Of all payments by their own date, newest first: also those of cancellations, and those that were made at the provider. One whose credit note the till sealed stands at the time of its reservation, which `from` and `to` mean, too.
         *
         *     Scope: `payments:read`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{gateway}/{paymentId}/sandbox-confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a sandbox payment that waits for confirmation
         * @description In place of the customer, for a payment that was created with `paymentMethod` `sandbox_requires_confirmation`. In development and staging only.
         *
         *     Scope: `payments:write`.
         */
        post: operations["confirmSandboxPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/grant-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant one-time decrypt access
         * @description Call it only after the cardholder has consented with a passkey or a PIN. The token opens one receipt, once, within its lifetime.
         *
         *     Scope: `keys:grant`.
         */
        post: operations["grantAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a cardholder's key
         * @description Future receipts are sealed to the new key, which takes the place of the old one: the current key, or with `previousKeyId` that of another device. Past receipts stay under the old one, for which access can still be granted: keep the old private key as long as they matter. Either key may be RSA-2048 or P-256.
         *
         *     Scope: `onboarding:write`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{userId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a cardholder's devices
         * @description Keys that were replaced or retired are not in it; they still open the receipts of their time.
         *
         *     Scope: `receipts:read`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Add a device
         * @description A key of another device of the cardholder, 5 at a time. From now on receipts are wrapped for each of them, and each opens them with its own private key. Receipts delivered before stay with the devices of that time. The same keyId and key again are answered by 200.
         *
         *     Scope: `onboarding:write`.
         */
        post: operations["addKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{userId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Retire a device
         * @description For a device that is lost or given away: receipts to come are no longer wrapped for it. Those delivered before still are, so grant no more access for its `keyId`. If it was the current key, the oldest active key becomes current. The last one cannot be retired: replace it with `keys/rotate`. The same call again is the same answer.
         *
         *     Scope: `onboarding:write`.
         */
        delete: operations["retireKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/envelope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The sealed receipt, to be opened on the device
         * @description Uses up the token and returns the receipt as a flattened JWE (RFC 7516) that any JOSE library opens with the cardholder's private key. The recommended way: the key stays where it is.
         *
         *     A used token is used, whatever became of the answer. If the answer is lost, do not send the same call again, which would be 403: ask for a new grant, within the same consent.
         *
         *     Scope: `receipts:decrypt`.
         */
        post: operations["getEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/decrypt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decrypt a receipt on the server
         * @description Prefer `payments/envelope`: there the private key never leaves the device. Here it exists in memory for the length of the call, as does the receipt, and is never stored or logged. A successful call uses up the token; one that fails leaves it as it was. If the answer is lost, ask for a new grant, within the same consent.
         *
         *     This is the only call that shows the service a receipt that was sealed at the till to a cardholder's key. Of such a receipt, `paymentId`, `gateway`, `kind`, and `refundOf` are the service's; everything else is as the till sealed it. 409 if the till did not seal a receipt.
         *
         *     Scope: `receipts:decrypt`.
         */
        post: operations["decryptReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receipts/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receipts of a cardholder
         * @description Newest first, as metadata: no ciphertext and no content. Receipts of paid payments and credit notes of refunds that have succeeded; a payment that waits, failed or was canceled is not in it. `from` and `to` mean the creation, or the till's reservation, and a receipt becomes visible later, when its payment succeeds or its card is registered: **to poll for new ones, use `deliveredFrom`**.
         *
         *     Scope: `receipts:read`.
         */
        get: operations["listReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receipts/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a receipt by its code
         * @description Delivers a receipt that waits in escrow to your user, with the credit notes of its refunds. Whoever has the code has the receipt, as with paper. 409 as long as the payment has not succeeded. The same user again is answered by 200 with the same. A code that another user has used, that is unknown, or whose receipt is no longer there to be claimed: 404.
         *
         *     Scope: `onboarding:write`.
         */
        post: operations["claimReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What happened, the oldest first, for 30 days. A merchant's events need `payments:read`, an issuer's `receipts:read`. To follow them without webhooks, keep the `eventId` of the last one and send it as `after`: no event is skipped, even one that is committed late. After more than 30 days, `after` is 400: leave it out once, to begin with the oldest event that is kept.
         *
         *     Scope: `payments:read` or `receipts:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event
         * @description Scope: `payments:read` or `receipts:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Scope: `webhooks:write`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description 16 at most in each environment.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook endpoint
         * @description Scope: `webhooks:write`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Its deliveries go with it. The events stay.
         *
         *     Scope: `webhooks:write`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change, disable, or enable a webhook endpoint
         * @description Scope: `webhooks:write`.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description The old secret signs, too, for 24 hours: a delivery has a signature of each. Another rotation in that time ends the secret before it.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a ping
         * @description Sends `{ type: "ping", timestamp, data: { endpointId } }` at once, also to an endpoint that is disabled, unless the operator paused it, and answers what came back.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to an endpoint, and what it answered
         * @description Scope: `webhooks:write`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery, with its request
         * @description Needs the read scope of its event, as `GET /api/v1/events/{eventId}` does.
         *
         *     Scope: `webhooks:write`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one delivery again
         * @description At once, whatever its status, with the same `webhook-id` and body; answers what came back. The schedule of a delivery that waits stays as it is, and a failure does not count toward disabling the endpoint.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what was not delivered since a time
         * @description Every event of the endpoint's types since then, or since its creation if that is later, that it has not answered with 2xx: those that failed, those that wait for a retry, and those that came while it was disabled. They are sent in the background, beside new events. One at a time: 409 until the one before has ended.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["resendWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose key this is, and what it may do
         * @description Any key may ask: for a check of the settings at the start of a program.
         */
        get: operations["getCaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process is alive
         * @description Does not query the database: for a supervisor that restarts a process without an answer.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The service can take requests
         * @description 503 names what is missing: for a load balancer that sends requests elsewhere meanwhile.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API as an OpenAPI document
         * @description This document, built from the schemas that the service enforces.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Registration: {
            hashedPan: string;
            publicKey: string;
            keyId: string;
        };
        RegistrationBatch: {
            registrations: components["schemas"]["Registration"][];
        };
        IdentifierHash: {
            /**
             * @description `reference` is your own customer number: `POST /users/find` takes it, and no receipt is sent to it
             * @enum {string}
             */
            kind: "card" | "par" | "phone" | "email" | "reference";
            /** @description SHA-256, hex, of the card number (digits only), the Payment Account Reference (upper case), the phone number (E.164 with its plus sign), the email address (trimmed, lower case), or your reference */
            hash: string;
        };
        Preparation: {
            /** @description SHA-256 of the card number, digits only, hex; required unless another `recipientHashed…` is there */
            recipientHashedPan?: string | null;
            /** @description SHA-256 of the Payment Account Reference (29 characters, upper case), hex: the same for a card and its device numbers */
            recipientHashedPar?: string | null;
            /** @description SHA-256 of the phone number in E.164 with its plus sign, hex */
            recipientHashedPhone?: string | null;
            /** @description SHA-256 of the email address, trimmed and in lower case, hex */
            recipientHashedEmail?: string | null;
            /** @description In place of the recipient: the payment to refund. Its credit note goes to the holder of its receipt */
            refundOf?: string | null;
            /** @description `true` in place of the recipient: the escrow key, for any recipient that create will name. For sales without a network; `false` is as absent */
            anyRecipient?: boolean | null;
            /** @description How many reservations, `1` if not given; each counts as a call against the rate */
            count?: number | null;
        } & (unknown | unknown | unknown | unknown | unknown | {
            /** @constant */
            anyRecipient: true;
        });
        /** @description Fields that are not listed are part of the receipt: they are sealed, and come back on decryption. `paymentId`, `gateway`, `merchantSignature`, `kind`, `refundOf`, `sealedTo`, and `sealedAt` cannot be among them, nor can a card number. At least one of the `recipientHashed…` fields says whom the receipt is for, and none of them becomes part of it. */
        PaymentRequest: ({
            /** @description `1.0` if not given */
            version?: string | null;
            receiptId: string;
            merchantId: string;
            merchantName: string;
            transactionId: string;
            /** @description ISO 8601, with or without seconds and an offset; kept as it was sent */
            transactionDate: string;
            /** @description An ISO 4217 code of the list under Amounts, in either case; `usd` if not given */
            currency?: string | null;
            /** @description SHA-256 of the card number, digits only, hex; required unless another `recipientHashed…` is there */
            recipientHashedPan?: string | null;
            /** @description SHA-256 of the Payment Account Reference (29 characters, upper case), hex: the same for a card and its device numbers */
            recipientHashedPar?: string | null;
            /** @description SHA-256 of the phone number in E.164 with its plus sign, hex */
            recipientHashedPhone?: string | null;
            /** @description SHA-256 of the email address, trimmed and in lower case, hex */
            recipientHashedEmail?: string | null;
            /** @description In the currency's smallest unit; required for `gateway_one`, and for both with `splitTender`. `gateway_two` derives it from items, tax, and tip, and refuses another one */
            amount?: number | null;
            merchantStreet?: string | null;
            merchantCity?: string | null;
            merchantState?: string | null;
            merchantPostalCode?: string | null;
            merchantCountry?: string | null;
            merchantTaxId?: string | null;
            merchantContactEmail?: string | null;
            /** @description A data URI of a picture to print on the receipt; the organization's logo where it is absent. See Logos */
            merchantLogo?: string | null;
            transactionTimezone?: string | null;
            /** @description What the receipt says, such as `Visa`; for `gateway_one`, also the `pm_…` or `ctoken_…` of the provider that is charged */
            paymentMethod?: string | null;
            cardLast4?: string | null;
            cardBrand?: string | null;
            /** @description In the currency's smallest unit */
            subtotal?: number | null;
            /** @description In the currency's smallest unit; comes on top of the items unless `pricesIncludeTax` is `true` */
            taxAmount?: number | null;
            /** @description In the currency's smallest unit; of the whole receipt. For `gateway_two` it must be the sum of items, tax, and tip */
            totalAmount?: number | null;
            /** @description `true`: the prices include `taxAmount` and `taxes`, which are not added to them. Any other value has no effect */
            pricesIncludeTax?: boolean | null;
            /** @description `true`: `amount` is what this payment charges of a larger receipt. Any other value has no effect */
            splitTender?: boolean | null;
            items?: components["schemas"]["LineItem"][] | null;
            /** @description Make up line items where none are sent, each with `mock: true`; `true` if not given */
            mockItems?: boolean | null;
            /** @description In the currency's smallest unit; part of `amount`, and added to what `gateway_two` derives */
            tipAmount?: number | null;
            /** @description Card nonce for `gateway_two` */
            cardNonce?: string | null;
            /** @description For `gateway_two`: proof that the customer was authenticated, from Square's page */
            verificationToken?: string | null;
            /** @description The provider's id of the customer whose saved card pays */
            customer?: string | null;
            /** @description Your own name of the card terminal or the till; comes back in `match`, too */
            terminalId?: string | null;
            /** @description The tax by rate */
            taxes?: {
                /** @description As it is printed, such as `VAT` or `MwSt` */
                name?: string;
                /** @description `19` for 19 % */
                ratePercent: number;
                /** @description In the currency's smallest unit: what it is computed from */
                net?: number;
                /** @description In the currency's smallest unit: the tax itself */
                amount: number;
                /** @description Up to 4 characters that stand at the lines it applies to, as their `taxCode` */
                code?: string;
            }[] | null;
            /** @description What came off the whole */
            discounts?: {
                name?: string;
                /** @description In the currency's smallest unit, with or without a minus */
                amount: number;
            }[] | null;
            cashier?: string | null;
            orderNumber?: string | null;
            returnPolicy?: string | null;
            /** @description What a fiscal device or law adds. Never interpreted */
            fiscal?: {
                /** @description Such as `TSE` or `RKSV`; the heading on the paper */
                scheme?: string;
                /** @description Printed as text */
                data?: string;
                /** @description Printed as a QR code */
                qr?: string;
            } | null;
            loyalty?: {
                program?: string;
                /** @description The member's number, better masked */
                member?: string;
                pointsEarned?: number;
                pointsBalance?: number;
            } | null;
            /** @description Only in the other form of this body, for a receipt that was sealed at the till */
            sealedReceipt?: null;
        } & {
            [key: string]: unknown;
        }) & (unknown | unknown | unknown | unknown);
        LineItem: {
            lineItemId: string;
            name: string;
            quantity: number;
            /** @description In the currency's smallest unit; negative for discounts and returns */
            unitPrice: number;
            /** @description In the currency's smallest unit */
            totalPrice: number;
            sku?: string;
            /** @description 8, 12, 13, or 14 digits, as text */
            gtin?: string;
            /** @description What `quantity` counts and `unitPrice` is for, such as `kg` */
            unit?: string;
            /** @description `code` of one of the `taxes` */
            taxCode?: string;
            taxRatePercent?: number;
            /** @description In the currency's smallest unit, with or without a minus: what came off this line; `totalPrice` is without it */
            discountAmount?: number;
            /** @description For the reader's own overviews; not printed */
            category?: string;
            /** @description From `transactionDate` on */
            warrantyMonths?: number;
            serialNumber?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A payment whose receipt was sealed at the till: the fields that the payment itself needs, and the envelope. Any other field is refused. */
        SealedPaymentRequest: {
            receiptId: string;
            merchantId: string;
            transactionId: string;
            /** @description ISO 8601, with or without seconds and an offset; kept as it was sent */
            transactionDate: string;
            /** @description An ISO 4217 code of the list under Amounts, in either case; `usd` if not given */
            currency?: string | null;
            /** @description SHA-256 of the card number, digits only, hex; required unless another `recipientHashed…` is there */
            recipientHashedPan?: string | null;
            /** @description SHA-256 of the Payment Account Reference (29 characters, upper case), hex: the same for a card and its device numbers */
            recipientHashedPar?: string | null;
            /** @description SHA-256 of the phone number in E.164 with its plus sign, hex */
            recipientHashedPhone?: string | null;
            /** @description SHA-256 of the email address, trimmed and in lower case, hex */
            recipientHashedEmail?: string | null;
            /** @description For the provider, such as the `pm_…` or `ctoken_…` that `gateway_one` charges; the receipt's own is sealed */
            paymentMethod?: string | null;
            /** @description Card nonce for `gateway_two` */
            cardNonce?: string | null;
            /** @description For `gateway_two`: proof that the customer was authenticated, from Square's page */
            verificationToken?: string | null;
            /** @description The provider's id of the customer whose saved card pays */
            customer?: string | null;
            /** @description In the currency's smallest unit; charged as one line */
            amount: number;
            /** @description `reservation` of a call of prepare, for this recipient, or any, at this gateway */
            reservation: string;
            /** @description The receipt as a flattened JWE, sealed to the key of the reservation */
            sealedReceipt: components["schemas"]["SentEnvelope"];
            /** @description One for each of the reservation's `otherKeys` */
            otherRecipients?: components["schemas"]["OtherRecipient"][] | null;
        } & (unknown | unknown | unknown | unknown);
        SentEnvelope: {
            /**
             * @description `{"enc":"A256GCM"}`, without blanks
             * @constant
             */
            protected: "eyJlbmMiOiJBMjU2R0NNIn0";
            /** @description `kid` is the `keyId` of the reservation */
            header: {
                /** @constant */
                alg: "RSA-OAEP-256";
                kid: string;
            } | {
                /** @constant */
                alg: "ECDH-ES+A256KW";
                kid: string;
                epk: {
                    /** @constant */
                    kty: "EC";
                    /** @constant */
                    crv: "P-256";
                    x: string;
                    y: string;
                };
            };
            encrypted_key: string;
            iv: string;
            ciphertext: string;
            tag: string;
            /** @description `{"paymentId":"…","v":1}` as base64url, with the `paymentId` of the reservation */
            aad: string;
        };
        OtherRecipient: {
            header: {
                /** @constant */
                alg: "RSA-OAEP-256";
                kid: string;
            } | {
                /** @constant */
                alg: "ECDH-ES+A256KW";
                kid: string;
                epk: {
                    /** @constant */
                    kty: "EC";
                    /** @constant */
                    crv: "P-256";
                    x: string;
                    y: string;
                };
            };
            encrypted_key: string;
        };
        CancelByReference: {
            merchantId?: string | null;
            receiptId?: string | null;
            /** @description Required with the two before */
            transactionId?: string | null;
            /** @description In place of the three: the Idempotency-Key that the create was sent with, without quotes */
            idempotencyKey?: string | null;
        };
        RefundRequest: {
            /** @description `1.0` if not given */
            version?: string | null;
            receiptId: string;
            /** @description That of the payment where it is absent */
            merchantId?: string | null;
            merchantName: string;
            transactionId: string;
            /** @description ISO 8601, with or without seconds and an offset; kept as it was sent */
            transactionDate: string;
            /** @description That of the payment, if any */
            currency?: string | null;
            /** @description In the smallest unit, at either gateway; all that is left where it is omitted or misspelled, whatever the items add up to */
            amount?: number | null;
            merchantStreet?: string | null;
            merchantCity?: string | null;
            merchantState?: string | null;
            merchantPostalCode?: string | null;
            merchantCountry?: string | null;
            merchantTaxId?: string | null;
            merchantContactEmail?: string | null;
            /** @description A data URI of a picture to print on the receipt; the organization's logo where it is absent. See Logos */
            merchantLogo?: string | null;
            transactionTimezone?: string | null;
            /** @description What the receipt says, such as `Visa`; for `gateway_one`, also the `pm_…` or `ctoken_…` of the provider that is charged */
            paymentMethod?: string | null;
            cardLast4?: string | null;
            cardBrand?: string | null;
            /** @description In the currency's smallest unit */
            subtotal?: number | null;
            /** @description In the currency's smallest unit; comes on top of the items unless `pricesIncludeTax` is `true` */
            taxAmount?: number | null;
            /** @description In the currency's smallest unit; of the whole receipt. For `gateway_two` it must be the sum of items, tax, and tip */
            totalAmount?: number | null;
            /** @description `true`: the prices include `taxAmount` and `taxes`, which are not added to them. Any other value has no effect */
            pricesIncludeTax?: boolean | null;
            /** @description `true`: `amount` is what this payment charges of a larger receipt. Any other value has no effect */
            splitTender?: boolean | null;
            items?: components["schemas"]["LineItem"][] | null;
            /** @description In the currency's smallest unit; part of `amount`, and added to what `gateway_two` derives */
            tipAmount?: number | null;
            /** @description Your own name of the card terminal or the till; comes back in `match`, too */
            terminalId?: string | null;
            /** @description Comes back in the credit note, which never has made-up items */
            mockItems?: boolean | null;
            /** @description Your own name for the refund: the same one again is the same refund */
            refundReference: string;
            /** @description The tax by rate */
            taxes?: {
                /** @description As it is printed, such as `VAT` or `MwSt` */
                name?: string;
                /** @description `19` for 19 % */
                ratePercent: number;
                /** @description In the currency's smallest unit: what it is computed from */
                net?: number;
                /** @description In the currency's smallest unit: the tax itself */
                amount: number;
                /** @description Up to 4 characters that stand at the lines it applies to, as their `taxCode` */
                code?: string;
            }[] | null;
            /** @description What came off the whole */
            discounts?: {
                name?: string;
                /** @description In the currency's smallest unit, with or without a minus */
                amount: number;
            }[] | null;
            cashier?: string | null;
            orderNumber?: string | null;
            returnPolicy?: string | null;
            /** @description What a fiscal device or law adds. Never interpreted */
            fiscal?: {
                /** @description Such as `TSE` or `RKSV`; the heading on the paper */
                scheme?: string;
                /** @description Printed as text */
                data?: string;
                /** @description Printed as a QR code */
                qr?: string;
            } | null;
            loyalty?: {
                program?: string;
                /** @description The member's number, better masked */
                member?: string;
                pointsEarned?: number;
                pointsBalance?: number;
            } | null;
            /** @description Only in the other form of this body, for a receipt that was sealed at the till */
            sealedReceipt?: null;
        } & {
            [key: string]: unknown;
        };
        /** @description A refund whose credit note was sealed at the till, with a reservation of prepare with `refundOf`. Any other field is refused. */
        SealedRefundRequest: {
            receiptId: string;
            /** @description That of the payment where it is absent */
            merchantId?: string | null;
            transactionId: string;
            /** @description ISO 8601, with or without seconds and an offset; kept as it was sent */
            transactionDate: string;
            /** @description That of the payment, if any */
            currency?: string | null;
            /** @description In the smallest unit, at either gateway; as the credit note says it */
            amount: number;
            /** @description Your own name for the refund: the same one again is the same refund */
            refundReference: string;
            /** @description `reservation` of a call of prepare with this payment as `refundOf` */
            reservation: string;
            /** @description The receipt as a flattened JWE, sealed to the key of the reservation */
            sealedReceipt: components["schemas"]["SentEnvelope"];
            /** @description One for each of the reservation's `otherKeys` */
            otherRecipients?: components["schemas"]["OtherRecipient"][] | null;
        };
        SandboxDecision: {
            /** @enum {string} */
            outcome: "succeeded" | "failed";
        };
        AccessRequest: {
            userId: string;
            /** @description The key of the device that will open it: one of the receipt's `keyIds` */
            keyId: string;
            /** @description Binds the token to one receipt, which must have been wrapped for this key */
            paymentId?: string | null;
            /**
             * @description How the cardholder consented; recorded in your access log as you state it. `passkey`: by WebAuthn; `pin`: by a PIN of your app; `other`: by anything else, such as Face ID, a fingerprint, or the phone's passcode
             * @enum {string|null}
             */
            consentMethod?: "passkey" | "pin" | "other" | null;
        };
        KeyRotation: {
            userId: string;
            keyId: string;
            publicKey: string;
            /** @description The key to replace, where it is not the current one */
            previousKeyId?: string | null;
        };
        NewDeviceKey: {
            keyId: string;
            publicKey: string;
        };
        ReceiptAccess: {
            paymentId: string;
            tokenId: string;
        };
        Decryption: {
            paymentId: string;
            tokenId: string;
            /** @description RSA-2048 or P-256, PKCS#8 as PEM or base64 DER */
            privateKey: string;
        };
        Claim: {
            /** @description `veroMetadata.claimCode` of the creation */
            claimCode: string;
            /** @description The user who gets the receipt */
            userId: string;
        };
        WebhookEndpointRequest: {
            /**
             * Format: uri
             * @description https, with http allowed in `development`; no user name, password, or fragment
             */
            url: string;
            /** @description The types of events to send; empty for all of your organization, also those to come. Each needs its read scope: `payments:read` for those of payments, refunds, and disputes, `receipts:read` for those of receipts and users */
            types?: ("payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased")[] | null;
            description?: string | null;
        };
        WebhookEndpointChange: {
            /**
             * Format: uri
             * @description https, with http allowed in `development`; no user name, password, or fragment
             */
            url?: string | null;
            /** @description The types of events to send; empty for all of your organization, also those to come. Each needs its read scope: `payments:read` for those of payments, refunds, and disputes, `receipts:read` for those of receipts and users */
            types?: ("payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased")[] | null;
            description?: string | null;
            /**
             * @description Disabling ends the retries. Enabled again, it gets the events from then on; those that it missed, and those that failed, can be sent with `resend`
             * @enum {string|null}
             */
            status?: "enabled" | "disabled" | null;
        };
        WebhookResend: {
            /** @description Events created at or after this time */
            since: string;
        };
        PaymentSucceededEvent: {
            /** @constant */
            type: "payment.succeeded";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Payment"];
        };
        Payment: {
            paymentId: string;
            /** @enum {string} */
            status: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
            merchantId: string;
            receiptId: string;
            transactionId: string;
            /** @description The provider's, once it has answered */
            orderId: string | null;
            /** @description The provider's own id of the payment, by which its dashboard finds it */
            providerReference: string | null;
            /** @description The sum of the refunds that have succeeded */
            refundedAmount: number;
            /** @description The `transactionDate` of the body, in UTC; null for payments from before November 28, 2026 */
            transactionAt: string | null;
            /** @description What a bank matches with its ledger; null until the provider has reported something */
            match: components["schemas"]["Match"] | null;
            veroMetadata: components["schemas"]["VeroMetadata"];
        };
        /** @description What a bank matches with its ledger: each field is null until it is known. The sandbox answers values that are derived from the id of the payment or refund and always the same: an authorization code of `S` and five digits, a network id of `SBX` and twelve digits, an ARN of 23 digits, and the category 5999 */
        Match: {
            /** @description The issuer's approval code of the authorization. Stripe and Square return it with the charge */
            authorizationCode: string | null;
            /** @description The card network's own id: Visa's Transaction ID, Mastercard's Trace ID, American Express's Acquirer Reference Data. Stripe returns it with the charge if the network assigned one; Square does not */
            networkTransactionId: string | null;
            /** @description The ARN, by which acquirer and issuer trace a cleared transaction. Stripe sends that of a refund in a notification one to three business days later; neither provider has that of a sale */
            acquirerReferenceNumber: string | null;
            /** @description The four digits of ISO 18245: of the account or location at the provider, as of when the connection was last saved or tested */
            merchantCategoryCode: string | null;
            /** @description The `terminalId` of the request, up to 128 characters */
            terminalId: string | null;
        };
        VeroMetadata: {
            receiptId: string;
            /** @enum {string} */
            receiptStatus: "escrowed" | "sealed" | "expired" | "erased" | "void";
            /** @description The cardholder's current key when the receipt was delivered; null while it is in escrow, and once it is erased */
            keyId: string | null;
            /**
             * @description How it is sealed: `ECDH-ES+A256KW` where the key `keyId` is P-256
             * @enum {string}
             */
            algorithm: "RSA-OAEP-256" | "ECDH-ES+A256KW";
            /** @constant */
            encryption: "A256GCM";
            amount: number;
            currency: string;
            /**
             * @description The provider that charges the card
             * @enum {string}
             */
            gateway: "gateway_one" | "gateway_two";
            /** @enum {string} */
            paymentStatus: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
            /** @description Whether the line items were made up */
            mockItems: boolean;
            /**
             * @description Where the receipt was sealed. What was sealed at the till to a cardholder's key, the service never has, unless the issuer has the service decrypt it
             * @enum {string}
             */
            sealedAt: "till" | "service";
            /** Format: date-time */
            createdAt: string;
            /** @description The sum of all refunds, where there are any */
            refundedAmount?: number;
        };
        PaymentFailedEvent: {
            /** @constant */
            type: "payment.failed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Payment"];
        };
        PaymentCanceledEvent: {
            /** @constant */
            type: "payment.canceled";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Payment"];
        };
        PaymentRequiresConfirmationEvent: {
            /** @constant */
            type: "payment.requires_confirmation";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Payment"];
        };
        PaymentUpdatedEvent: {
            /** @constant */
            type: "payment.updated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Payment"];
        };
        RefundSucceededEvent: {
            /** @constant */
            type: "refund.succeeded";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Refund"];
        };
        Refund: {
            refundId: string;
            paymentId: string;
            /**
             * @description The provider that charges the card
             * @enum {string}
             */
            gateway: "gateway_one" | "gateway_two";
            /** @description Of the payment, whatever the credit note has */
            merchantId: string;
            /** @description null for a refund that was not made by this endpoint */
            refundReference: string | null;
            /** @description Of this refund */
            amount: number;
            currency: string;
            /**
             * @description Of the provider, which may take it back: a refund that succeeded fails when the customer's bank returns it, and one that failed may succeed after all
             * @enum {string}
             */
            refundStatus: "pending" | "succeeded" | "failed";
            /** @description The provider's, where it failed */
            failureReason: string | null;
            /** @description Of the payment, not of this refund, whose own is `amount`: the sum of all its refunds that have succeeded by now */
            refundedAmount: number;
            /**
             * @description Of the credit note; `void` where there is none, or its refund has failed, whatever became of it later
             * @enum {string}
             */
            receiptStatus: "escrowed" | "sealed" | "expired" | "erased" | "void";
            /** Format: date-time */
            createdAt: string;
            /** @description What a bank matches with its ledger; null until the provider has reported something */
            match: components["schemas"]["Match"] | null;
        };
        RefundFailedEvent: {
            /** @constant */
            type: "refund.failed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Refund"];
        };
        DisputeOpenedEvent: {
            /** @constant */
            type: "dispute.opened";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Dispute"];
        };
        Dispute: {
            /** @description The provider's own id of the dispute */
            disputeId: string | null;
            paymentId: string;
            merchantId: string;
            receiptId: string;
            transactionId: string;
            /** @description Of the payment */
            amount: number;
            currency: string;
            /** @description Why it was opened, as the provider names it */
            reason: string | null;
            /** @description Of one that is closed: such as `won` or `lost` */
            outcome: string | null;
        };
        DisputeClosedEvent: {
            /** @constant */
            type: "dispute.closed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["Dispute"];
        };
        ReceiptDeliveredEvent: {
            /** @constant */
            type: "receipt.delivered";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["UserReceipt"];
        };
        UserReceipt: {
            /** @description Of a refund its `ref_…` id, which opens the credit note in the same way */
            paymentId: string;
            /** @enum {string} */
            kind: "sale" | "refund";
            /** @description The payment that a refund gives back */
            refundOf: string | null;
            /** @description The merchant's reference of the receipt */
            receiptId: string;
            /** @description The merchant's reference of the transaction */
            transactionId: string;
            /** @enum {string} */
            receiptStatus: "escrowed" | "sealed" | "expired" | "erased" | "void";
            /** @enum {string} */
            paymentStatus: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
            /** @enum {string} */
            gateway: "gateway_one" | "gateway_two";
            amount: number;
            currency: string;
            /** @description Of a sale: what came back by now */
            refundedAmount: number;
            keyId: string | null;
            /** @description All keys that open it: `keyId`, then those of the other devices of its time */
            keyIds: string[];
            /** Format: date-time */
            createdAt: string;
            /**
             * @description The identifier by which the receipt came to the user, or `claim_code`
             * @enum {string}
             */
            deliveredBy: "card" | "par" | "phone" | "email" | "claim_code";
            /** @description What a bank matches with its ledger; null until the provider has reported something */
            match: components["schemas"]["Match"] | null;
            /**
             * Format: date-time
             * @description When the cardholder could open it first: paid, and sealed to them. It may be long after `createdAt`
             */
            deliveredAt: string;
            /**
             * @description `till`: the service never has the receipt, unless the issuer has the service decrypt it, or `keyKind` is `escrow`. `service`: it read it while sealing it
             * @enum {string}
             */
            sealedAt: "till" | "service";
            /**
             * @description Whose key it was sealed to first: `escrow` where it waited for its cardholder, or was sealed to wait
             * @enum {string}
             */
            keyKind: "cardholder" | "escrow";
            userId: string;
        };
        ReceiptOpenedEvent: {
            /** @constant */
            type: "receipt.opened";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["UserReceipt"];
        };
        ReceiptUpdatedEvent: {
            /** @constant */
            type: "receipt.updated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["UserReceipt"];
        };
        UserRegisteredEvent: {
            /** @constant */
            type: "user.registered";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["UserSummary"];
        };
        UserSummary: {
            userId: string;
            /** @description The key that new receipts are sealed to */
            keyId: string;
            /** Format: date-time */
            registeredAt: string;
        };
        UserErasedEvent: {
            /** @constant */
            type: "user.erased";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: components["schemas"]["ErasedUserId"];
        };
        ErasedUserId: {
            userId: string;
        };
        KeyPair: {
            /** @description `key_` and the RFC 7638 SHA-256 thumbprint */
            keyId: string;
            /** @description PEM SubjectPublicKeyInfo */
            publicKey: string;
            /** @description PEM PKCS#8; returned once and kept nowhere */
            privateKey: string;
            /** @constant */
            algorithm: "RSA-OAEP-256";
        };
        Error: {
            error: {
                /**
                 * @description More may be added
                 * @example invalid_request
                 * @example invalid_signature
                 * @example unauthorized
                 * @example payment_declined
                 * @example forbidden
                 * @example step_up_required
                 * @example second_factor_required
                 * @example not_found
                 * @example method_not_allowed
                 * @example conflict
                 * @example payload_too_large
                 * @example unsupported_media_type
                 * @example rate_limit_exceeded
                 * @example internal_server_error
                 * @example service_unavailable
                 */
                code: string;
                message: string;
                /** @description Empty, or each failing field as `path: reason` */
                details: string;
                /** Format: date-time */
                timestamp: string;
                request_id: string;
            };
        };
        User: {
            userId: string;
            keyId: string;
            /** @constant */
            status: "active";
            /** Format: date-time */
            registeredAt: string;
            /** @description Receipts handed over from escrow at the first registration; a repeated call says the same number */
            deliveredReceipts: number;
        };
        RegistrationResults: {
            /** @description In the order of the registrations */
            results: components["schemas"]["RegistrationResult"][];
        };
        RegistrationResult: {
            /** @description What this registration alone would be answered with */
            status: number;
            /** @description With status 200 or 201 */
            data?: components["schemas"]["User"];
            /** @description With any other status */
            error?: {
                /** @enum {string} */
                code: "invalid_request" | "invalid_signature" | "unauthorized" | "payment_declined" | "forbidden" | "step_up_required" | "second_factor_required" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "rate_limit_exceeded" | "internal_server_error" | "service_unavailable";
                message: string;
                details: string;
            };
        };
        UsersPage: {
            /** @description The last registered first */
            users: components["schemas"]["UserSummary"][];
            /** @description null on the last page */
            nextCursor: string | null;
        };
        Identifier: {
            identifierId: string;
            /** @enum {string} */
            kind: "card" | "par" | "phone" | "email" | "reference";
            /** Format: date-time */
            createdAt: string;
            /** @description Receipts handed over from escrow when it was registered */
            deliveredReceipts: number;
        };
        Identifiers: {
            /** @description The card of the registration first, then the oldest first; never a hash */
            identifiers: components["schemas"]["Identifier"][];
        };
        EndedIdentifier: {
            identifierId: string;
            /** @enum {string} */
            kind: "card" | "par" | "phone" | "email" | "reference";
            /** @constant */
            status: "ended";
            /** Format: date-time */
            endedAt: string;
        };
        ErasedUser: {
            userId: string;
            /** @constant */
            status: "erased";
            /** Format: date-time */
            erasedAt: string;
            /** @description Receipts that can never be opened again */
            erasedReceipts: number;
        };
        Reservations: {
            reservations: components["schemas"]["Reservation"][];
        };
        Reservation: {
            keyId: string;
            /** @description SPKI as PEM: RSA-2048 or P-256 */
            publicKey: string;
            /** @description Opaque, up to 4,096 characters; send it back with the envelope */
            reservation: string;
            /** @description That of the future payment or refund; part of the envelope's `aad` */
            paymentId: string;
            /**
             * @description Whose key it is: `escrow` for an unregistered recipient, and with `anyRecipient`
             * @enum {string}
             */
            keyKind: "cardholder" | "escrow";
            /**
             * Format: date-time
             * @description In 10 minutes; for an `escrow` key in 7 days
             */
            expiresAt: string;
            /** @description Those of the cardholder's other devices: one of `otherRecipients` for each */
            otherKeys?: {
                keyId: string;
                /** @description SPKI as PEM: RSA-2048 or P-256 */
                publicKey: string;
            }[];
        };
        CreatedPayment: {
            paymentId: string;
            /** @description The provider's, to confirm with in its own SDK where `paymentStatus` is `requires_confirmation`; ask for the status of the payment afterwards */
            clientSecret: string;
            /** @description The provider's own id of the payment */
            orderId: string;
            veroMetadata: components["schemas"]["CreatedVeroMetadata"];
        };
        CreatedVeroMetadata: {
            receiptId: string;
            /** @enum {string} */
            receiptStatus: "escrowed" | "sealed" | "expired" | "erased" | "void";
            /** @description The cardholder's current key when the receipt was delivered; null while it is in escrow, and once it is erased */
            keyId: string | null;
            /**
             * @description How it is sealed: `ECDH-ES+A256KW` where the key `keyId` is P-256
             * @enum {string}
             */
            algorithm: "RSA-OAEP-256" | "ECDH-ES+A256KW";
            /** @constant */
            encryption: "A256GCM";
            amount: number;
            currency: string;
            /**
             * @description The provider that charges the card
             * @enum {string}
             */
            gateway: "gateway_one" | "gateway_two";
            /** @enum {string} */
            paymentStatus: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
            /** @description Whether the line items were made up */
            mockItems: boolean;
            /**
             * @description Where the receipt was sealed. What was sealed at the till to a cardholder's key, the service never has, unless the issuer has the service decrypt it
             * @enum {string}
             */
            sealedAt: "till" | "service";
            /** Format: date-time */
            createdAt: string;
            /** @description The sum of all refunds, where there are any */
            refundedAmount?: number;
            /** @description While the receipt waits in escrow: whoever has this code can claim the receipt, so give it to the customer alone, as you would a paper receipt. See Claim codes */
            claimCode?: string;
        };
        PaymentsPage: {
            payments: components["schemas"]["Payment"][];
            /** @description null on the last page */
            nextCursor: string | null;
        };
        PaymentState: {
            paymentId: string;
            /** @enum {string} */
            status: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
            merchantId: string;
            receiptId: string;
            transactionId: string;
            /** @description The provider's, once it has answered */
            orderId: string | null;
            /** @description The provider's own id of the payment, by which its dashboard finds it */
            providerReference: string | null;
            /** @description The sum of the refunds that have succeeded */
            refundedAmount: number;
            /** @description The `transactionDate` of the body, in UTC; null for payments from before November 28, 2026 */
            transactionAt: string | null;
            /** @description What a bank matches with its ledger; null until the provider has reported something */
            match: components["schemas"]["Match"] | null;
            veroMetadata: components["schemas"]["VeroMetadata"];
            /** @description The oldest first */
            refunds: components["schemas"]["Refund"][];
        };
        Cancellation: {
            paymentId: string;
            /**
             * @description Whether the payment was not charged and never will be, or was refunded in full
             * @enum {string}
             */
            outcome: "not_charged" | "refunded";
            /** @enum {string} */
            paymentStatus: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
            /** @description The sum of the refunds that have succeeded */
            refundedAmount: number;
        };
        ReferenceCancellation: {
            /** @description null where there is no payment: nothing has arrived so far */
            paymentId: string | null;
            /**
             * @description Whether nothing was charged and nothing will be, or it was refunded in full
             * @enum {string}
             */
            outcome: "not_charged" | "refunded";
            /** @description null where there is no payment */
            paymentStatus: ("pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled") | null;
            /** @description The sum of the refunds that have succeeded */
            refundedAmount: number;
        };
        RefundsPage: {
            refunds: components["schemas"]["Refund"][];
            /** @description null on the last page */
            nextCursor: string | null;
        };
        AccessGrant: {
            tokenId: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description The token's lifetime in seconds */
            expiresIn: number;
        };
        RotatedKey: {
            userId: string;
            keyId: string;
            previousKeyId: string;
        };
        DeviceKey: {
            keyId: string;
            /**
             * @description How receipts are sealed to it follows from this
             * @enum {string}
             */
            kind: "RSA-2048" | "P-256";
            /** @description PEM SubjectPublicKeyInfo */
            publicKey: string;
            /** @description Whether it is the one that `keyId` names in other answers */
            isCurrent: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        DeviceKeys: {
            userId: string;
            /** @description The active ones, the current one first, then the oldest first */
            keys: components["schemas"]["DeviceKey"][];
        };
        RetiredKey: {
            userId: string;
            keyId: string;
            /** @constant */
            status: "retired";
            /** Format: date-time */
            retiredAt: string;
            /** @description The current key from now on */
            currentKeyId: string;
        };
        Envelope: {
            protected: string;
            header: {
                /** @constant */
                alg: "RSA-OAEP-256";
                kid: string;
            } | {
                /** @constant */
                alg: "ECDH-ES+A256KW";
                kid: string;
                /** @description The sender's, for this receipt and device alone (RFC 7518 section 4.6) */
                epk: {
                    /** @constant */
                    kty: "EC";
                    /** @constant */
                    crv: "P-256";
                    x: string;
                    y: string;
                };
            };
            encrypted_key: string;
            iv: string;
            ciphertext: string;
            tag: string;
            aad: string;
        };
        Receipt: {
            /** @description `1.0` if not given */
            version: string;
            receiptId: string;
            merchantId: string;
            merchantName: string;
            transactionId: string;
            /** @description ISO 8601, with or without seconds and an offset; kept as it was sent */
            transactionDate: string;
            /** @description An ISO 4217 code of the list under Amounts, in either case; `usd` if not given */
            currency: string;
            /** @description In the currency's smallest unit */
            amount: number;
            merchantStreet?: string;
            merchantCity?: string;
            merchantState?: string;
            merchantPostalCode?: string;
            merchantCountry?: string;
            merchantTaxId?: string;
            merchantContactEmail?: string;
            /** @description A data URI of a picture to print on the receipt; the organization's logo where it is absent. See Logos */
            merchantLogo?: string;
            transactionTimezone?: string;
            /** @description What the receipt says, such as `Visa`; for `gateway_one`, also the `pm_…` or `ctoken_…` of the provider that is charged */
            paymentMethod?: string;
            cardLast4?: string;
            cardBrand?: string;
            /** @description In the currency's smallest unit */
            subtotal?: number;
            /** @description In the currency's smallest unit; comes on top of the items unless `pricesIncludeTax` is `true` */
            taxAmount?: number;
            /** @description In the currency's smallest unit; of the whole receipt. For `gateway_two` it must be the sum of items, tax, and tip */
            totalAmount?: number;
            /** @description `true`: the prices include `taxAmount` and `taxes`, which are not added to them. Any other value has no effect */
            pricesIncludeTax?: boolean;
            /** @description `true`: `amount` is what this payment charges of a larger receipt. Any other value has no effect */
            splitTender?: boolean;
            items?: components["schemas"]["LineItem"][];
            mockItems: boolean;
            /** @description In the currency's smallest unit; part of `amount`, and added to what `gateway_two` derives */
            tipAmount?: number;
            /** @description Your own name of the card terminal or the till; comes back in `match`, too */
            terminalId?: string;
            /** @description Where the merchant signed the payment, what proves it: `jws`, `signedBytes`, and `jwk`. See Signed receipts */
            merchantSignature?: Record<string, never>;
            /** @description `refund` for a credit note; absent for a sale */
            kind?: string;
            /** @description The payment that a refund gives back */
            refundOf?: string;
            paymentId: string;
            /**
             * @description The provider that charges the card
             * @enum {string}
             */
            gateway: "gateway_one" | "gateway_two";
            /** @description The tax by rate */
            taxes?: {
                /** @description As it is printed, such as `VAT` or `MwSt` */
                name?: string;
                /** @description `19` for 19 % */
                ratePercent: number;
                /** @description In the currency's smallest unit: what it is computed from */
                net?: number;
                /** @description In the currency's smallest unit: the tax itself */
                amount: number;
                /** @description Up to 4 characters that stand at the lines it applies to, as their `taxCode` */
                code?: string;
            }[];
            /** @description What came off the whole */
            discounts?: {
                name?: string;
                /** @description In the currency's smallest unit, with or without a minus */
                amount: number;
            }[];
            cashier?: string;
            orderNumber?: string;
            returnPolicy?: string;
            /** @description What a fiscal device or law adds. Never interpreted */
            fiscal?: {
                /** @description Such as `TSE` or `RKSV`; the heading on the paper */
                scheme?: string;
                /** @description Printed as text */
                data?: string;
                /** @description Printed as a QR code */
                qr?: string;
            };
            loyalty?: {
                program?: string;
                /** @description The member's number, better masked */
                member?: string;
                pointsEarned?: number;
                pointsBalance?: number;
            };
        } & {
            [key: string]: unknown;
        };
        ReceiptsPage: {
            userId: string;
            receipts: components["schemas"]["ReceiptSummary"][];
            /** @description null on the last page */
            nextCursor: string | null;
        };
        ReceiptSummary: {
            /** @description Of a refund its `ref_…` id, which opens the credit note in the same way */
            paymentId: string;
            /** @enum {string} */
            kind: "sale" | "refund";
            /** @description The payment that a refund gives back */
            refundOf: string | null;
            /** @description The merchant's reference of the receipt */
            receiptId: string;
            /** @description The merchant's reference of the transaction */
            transactionId: string;
            /** @enum {string} */
            receiptStatus: "escrowed" | "sealed" | "expired" | "erased" | "void";
            /** @enum {string} */
            paymentStatus: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
            /** @enum {string} */
            gateway: "gateway_one" | "gateway_two";
            amount: number;
            currency: string;
            /** @description Of a sale: what came back by now */
            refundedAmount: number;
            keyId: string | null;
            /** @description All keys that open it: `keyId`, then those of the other devices of its time */
            keyIds: string[];
            /** Format: date-time */
            createdAt: string;
            /**
             * @description The identifier by which the receipt came to the user, or `claim_code`
             * @enum {string}
             */
            deliveredBy: "card" | "par" | "phone" | "email" | "claim_code";
            /** @description What a bank matches with its ledger; null until the provider has reported something */
            match: components["schemas"]["Match"] | null;
            /**
             * Format: date-time
             * @description When the cardholder could open it first: paid, and sealed to them. It may be long after `createdAt`
             */
            deliveredAt: string;
            /**
             * @description `till`: the service never has the receipt, unless the issuer has the service decrypt it, or `keyKind` is `escrow`. `service`: it read it while sealing it
             * @enum {string}
             */
            sealedAt: "till" | "service";
            /**
             * @description Whose key it was sealed to first: `escrow` where it waited for its cardholder, or was sealed to wait
             * @enum {string}
             */
            keyKind: "cardholder" | "escrow";
        };
        ClaimedReceipt: {
            paymentId: string;
            /** @constant */
            receiptStatus: "sealed";
            /** @enum {string} */
            kind: "sale" | "refund";
        };
        EventsPage: {
            /** @description The oldest first */
            events: components["schemas"]["Event"][];
            /** @description null where there are no more events by now. A page may be short, or empty, and have one: a filter reads so many events at a time */
            nextCursor: string | null;
            /** @description How far this page has read. Keep it, and send it as `after` the next time: with a rare `type`, the `eventId` of the last match is far behind */
            lastCursor: string | null;
        };
        Event: {
            eventId: string;
            /** @enum {string} */
            type: "payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /** @description The thing as it was then: what its list answers, never content of a receipt */
            data: components["schemas"]["Payment"] | components["schemas"]["Refund"] | components["schemas"]["Dispute"] | components["schemas"]["UserReceipt"] | components["schemas"]["UserSummary"] | components["schemas"]["ErasedUserId"];
        };
        WebhookEndpointWithSecret: {
            endpointId: string;
            url: string;
            types: ("payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased")[];
            description: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /** @description `requested`: by you. `gone`: it answered 410. `failing`: five days of nothing but failures. `paused`: by the operator of the service, who alone can resume it */
            disabledReason: ("requested" | "gone" | "failing" | "paused") | null;
            disabledAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Since when every attempt has failed; null where the last one did not */
            failingSince: string | null;
            /** @description The `since` of a resend that is still running; null where none is */
            resendingSince: string | null;
            /** @description `whsec_` and 32 bytes as base64: shown once, in this answer alone */
            secret: string;
        };
        WebhookEndpoint: {
            endpointId: string;
            url: string;
            types: ("payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased")[];
            description: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /** @description `requested`: by you. `gone`: it answered 410. `failing`: five days of nothing but failures. `paused`: by the operator of the service, who alone can resume it */
            disabledReason: ("requested" | "gone" | "failing" | "paused") | null;
            disabledAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Since when every attempt has failed; null where the last one did not */
            failingSince: string | null;
            /** @description The `since` of a resend that is still running; null where none is */
            resendingSince: string | null;
        };
        RotatedWebhookSecret: {
            /** @description `whsec_` and 32 bytes as base64: shown once, in this answer alone */
            secret: string;
            /** Format: date-time */
            previousSecretUntil: string;
        };
        WebhookDelivery: {
            deliveryId: string;
            endpointId: string;
            /** @description The `webhook-id` that was sent */
            eventId: string;
            /** @enum {string} */
            type: "payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased" | "ping";
            /** @description What the event is about: the `paymentId`, also of a refund, a dispute, or a receipt; of `user.*` the `userId`. null for a ping, and once the event is no longer kept */
            subject: string | null;
            /**
             * @description `waiting`: it failed, and is tried again at `nextAttemptAt`
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Of the first attempt
             */
            createdAt: string;
            /** @description The oldest first, of the last 20 */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            durationMs: number;
            /** @description null where there was no answer */
            statusCode: number | null;
            /** @description Why there was no answer, or none that counts */
            error: ("timeout" | "connection" | "dns" | "tls" | "address_not_allowed" | "redirect" | "interrupted") | null;
            /** @description The first 1024 bytes of the answer's body */
            answer: string | null;
            /** @description Whether it was sent manually, not by the schedule */
            byHand: boolean;
        };
        WebhookDeliveriesPage: {
            /** @description The newest first */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description null on the last page */
            nextCursor: string | null;
        };
        WebhookDeliveryDetails: {
            deliveryId: string;
            endpointId: string;
            /** @description The `webhook-id` that was sent */
            eventId: string;
            /** @enum {string} */
            type: "payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased" | "ping";
            /** @description What the event is about: the `paymentId`, also of a refund, a dispute, or a receipt; of `user.*` the `userId`. null for a ping, and once the event is no longer kept */
            subject: string | null;
            /**
             * @description `waiting`: it failed, and is tried again at `nextAttemptAt`
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Of the first attempt
             */
            createdAt: string;
            /** @description The oldest first, of the last 20 */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description What an attempt sends; null once the event is no longer kept */
            request: components["schemas"]["WebhookRequest"] | null;
        };
        WebhookRequest: {
            url: string;
            /** @description Without the signature */
            headers: {
                [key: string]: string;
            };
            body: string;
        };
        WebhookResending: {
            endpointId: string;
            /** Format: date-time */
            resendingSince: string;
        };
        Caller: {
            organization: {
                organizationId: string;
                name: string;
                /** @enum {string} */
                kind: "merchant" | "issuer" | "platform";
            };
            /** @enum {string} */
            environment: "production" | "staging" | "development";
            scopes: ("onboarding:write" | "keys:grant" | "receipts:read" | "receipts:decrypt" | "payments:write" | "payments:read" | "webhooks:write")[];
            /** @description null for a session of the console */
            apiKey: {
                id: string;
                name: string;
                /** @description Prefix and last characters, to tell keys apart */
                hint: string;
                expiresAt: string | null;
            } | null;
        };
        Health: {
            /** @constant */
            status: "alive";
        };
        Readiness: {
            /** @constant */
            status: "ready";
            checks: {
                /** @constant */
                database: "ok";
                /** @constant */
                migrations: "ok";
                /** @constant */
                keyring: "ok";
                /** @constant */
                queue: "ok";
            };
            /** @description Of the process that answers, where `DATABASE_READ_URL` is set */
            standby?: {
                /**
                 * @description `used`: the consoles read from it. Otherwise they read from the primary, and the service is ready all the same
                 * @enum {string}
                 */
                state: "starting" | "used" | "late" | "away" | "unfit";
                /** @description How far it is behind at most, in milliseconds; null while that is unknown */
                lagMs: number | null;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Also in errors and in our log */
        "X-Request-Id": string;
        /** @description Requests allowed in the window */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the window */
        "X-RateLimit-Remaining": number;
        /** @description Unix time in seconds at which the window resets */
        "X-RateLimit-Reset": number;
        /** @description `true` where this is the answer of an earlier call */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    generateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KeyPair"];
                    };
                };
            };
        };
    };
    registerUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description The answer of an earlier, identical call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    registerUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RegistrationResults"];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Entries per page, 20 if not given */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["UsersPage"];
                    };
                };
            };
        };
    };
    findUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentifierHash"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    listIdentifiers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Identifiers"];
                    };
                };
            };
        };
    };
    registerIdentifier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentifierHash"];
            };
        };
        responses: {
            /** @description The answer of an earlier, identical call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Identifier"];
                    };
                };
            };
        };
    };
    endIdentifier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
                /** @description `identifierId` of the list */
                identifierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EndedIdentifier"];
                    };
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ErasedUser"];
                    };
                };
            };
        };
    };
    preparePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider that charges the card */
                gateway: "gateway_one" | "gateway_two";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Preparation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Reservations"];
                    };
                };
            };
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, quoted or bare */
                "Idempotency-Key"?: string;
                /** @description A detached JWS over the bytes of the body; see Signed receipts. Required where the organization requires it */
                "X-Merchant-Signature"?: string;
            };
            path: {
                /** @description The provider that charges the card */
                gateway: "gateway_one" | "gateway_two";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentRequest"] | components["schemas"]["SealedPaymentRequest"];
            };
        };
        responses: {
            /** @description The answer of an earlier, identical call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CreatedPayment"];
                    };
                };
            };
        };
    };
    findPayments: {
        parameters: {
            query?: {
                /** @description Entries per page, 20 if not given */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Created at or after this time. Without an offset it is UTC; write the plus of an offset as %2B */
                from?: string;
                /** @description Created before this time */
                to?: string;
                /** @description The merchant's reference of the receipt */
                receiptId?: string;
                /** @description Its reference of the transaction */
                transactionId?: string;
                /** @description The merchant, where there are several */
                merchantId?: string;
                /** @description The Idempotency-Key that the payment was created with, without quotes */
                idempotencyKey?: string;
                /** @description `transactionDate` at or after this time. With this or the next one the list is in the order of these dates */
                transactionFrom?: string;
                /** @description `transactionDate` before this time */
                transactionTo?: string;
                /** @description As it is now */
                paymentStatus?: "pending" | "requires_confirmation" | "succeeded" | "failed" | "canceled";
                /** @description The gateway that took the payment */
                gateway?: "gateway_one" | "gateway_two";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PaymentsPage"];
                    };
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider that charges the card */
                gateway: "gateway_one" | "gateway_two";
                /** @description `paymentId` of the creation */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PaymentState"];
                    };
                };
            };
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider that charges the card */
                gateway: "gateway_one" | "gateway_two";
                /** @description `paymentId` of the creation */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Cancellation"];
                    };
                };
            };
        };
    };
    cancelByReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider that charges the card */
                gateway: "gateway_one" | "gateway_two";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelByReference"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReferenceCancellation"];
                    };
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A detached JWS over the bytes of the body; see Signed receipts. Required where the organization requires it */
                "X-Merchant-Signature"?: string;
            };
            path: {
                /** @description The provider that charges the card */
                gateway: "gateway_one" | "gateway_two";
                /** @description `paymentId` of the creation */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundRequest"] | components["schemas"]["SealedRefundRequest"];
            };
        };
        responses: {
            /** @description The answer of an earlier, identical call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Entries per page, 20 if not given */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Created at or after this time. Without an offset it is UTC; write the plus of an offset as %2B */
                from?: string;
                /** @description Created before this time */
                to?: string;
                /** @description As it is now */
                refundStatus?: "pending" | "succeeded" | "failed";
                /** @description Those of one payment */
                paymentId?: string;
                /** @description Your own name for the refund */
                refundReference?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RefundsPage"];
                    };
                };
            };
        };
    };
    confirmSandboxPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider that charges the card */
                gateway: "gateway_one" | "gateway_two";
                /** @description `paymentId` of the creation */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxDecision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PaymentState"];
                    };
                };
            };
        };
    };
    grantAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessRequest"];
            };
        };
        responses: {
            /** @description Created */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AccessGrant"];
                    };
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RotatedKey"];
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DeviceKeys"];
                    };
                };
            };
        };
    };
    addKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDeviceKey"];
            };
        };
        responses: {
            /** @description The answer of an earlier, identical call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DeviceKey"];
                    };
                };
            };
        };
    };
    retireKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
                /** @description `keyId` of the registration, or of the device */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RetiredKey"];
                    };
                };
            };
        };
    };
    getEnvelope: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceiptAccess"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Envelope"];
                    };
                };
            };
        };
    };
    decryptReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Decryption"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    listReceipts: {
        parameters: {
            query?: {
                /** @description Entries per page, 20 if not given */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Created at or after this time. Without an offset it is UTC; write the plus of an offset as %2B */
                from?: string;
                /** @description Created before this time */
                to?: string;
                /** @description Delivered at or after this time: what became visible since. Ask from a minute before your last call, and skip the `paymentId`s that you know */
                deliveredFrom?: string;
            };
            header?: never;
            path: {
                /** @description `userId` of the registration */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReceiptsPage"];
                    };
                };
            };
        };
    };
    claimReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Claim"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ClaimedReceipt"];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Entries per page, 20 if not given */
                limit?: number;
                /** @description `nextCursor` of the page before, a `lastCursor`, or the `eventId` of the last event you have seen */
                after?: string;
                /** @description Only events of this type */
                type?: "payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased";
                /** @description Created at or after this time */
                from?: string;
                /** @description Created before this time */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EventsPage"];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `eventId` of the list, or `webhook-id` of a delivery, except a ping's */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            endpoints: components["schemas"]["WebhookEndpoint"][];
                        };
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Created */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            endpointId: string;
                            /** @constant */
                            deleted: true;
                        };
                    };
                };
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RotatedWebhookSecret"];
                    };
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Entries per page, 20 if not given */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Created at or after this time. Without an offset it is UTC; write the plus of an offset as %2B */
                from?: string;
                /** @description Created before this time */
                to?: string;
                /** @description Only deliveries in this state */
                status?: "waiting" | "delivered" | "failed";
                /** @description Only those of this type */
                type?: "payment.succeeded" | "payment.failed" | "payment.canceled" | "payment.requires_confirmation" | "payment.updated" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.closed" | "receipt.delivered" | "receipt.opened" | "receipt.updated" | "user.registered" | "user.erased" | "ping";
                /** @description Only that of this event */
                eventId?: string;
                /** @description Only those of this payment, with its refunds, disputes, and receipts */
                paymentId?: string;
            };
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookDeliveriesPage"];
                    };
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
                /** @description `deliveryId` of the list */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookDeliveryDetails"];
                    };
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
                /** @description `deliveryId` of the list */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    resendWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `endpointId` of the creation */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookResend"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookResending"];
                    };
                };
            };
        };
    };
    getCaller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Caller"];
                    };
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Health"];
                    };
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Readiness"];
                    };
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
}
