/** How long a receipt waits for its card to be registered, unless ESCROW_DAYS says otherwise. */
export const DEFAULT_ESCROW_DAYS = 180;

/** After how long an abandoned payment is settled, unless PAYMENT_SETTLE_MINUTES says otherwise. */
export const DEFAULT_SETTLE_MINUTES = 10;

/** For how long a create is refused whose references were canceled before it arrived, at least. */
export const CANCELED_KEY_HOURS = 24;

/** How long a grant stays in the access log. */
export const ACCESS_LOG_DAYS = 400;

/** How long a call stays in the log of its organization. */
export const REQUEST_LOG_DAYS = 30;

/** How long events and their deliveries are kept. */
export const EVENT_DAYS = 30;

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** How long a visit of the demo lasts after its last request. Its data is deleted when it ends. */
export const VISIT_IDLE_MINUTES = 60;

/** How long a visit of the demo lasts at most. */
export const MAX_VISIT_HOURS = 12;

/** How long the link to a new account works. */
export const SIGN_UP_HOURS = 24;

/** How long the link to a new password works. */
export const PASSWORD_RESET_MINUTES = 30;

/** How long the link works that confirms the address of a member. */
export const EMAIL_CONFIRMATION_HOURS = 24;

/** After how long without use the owners get a notice about a key. */
export const UNUSED_KEY_DAYS = 90;

/** How long entries of the audit trail stay at least, unless AUDIT_DAYS says otherwise: seven years. */
export const DEFAULT_AUDIT_DAYS = 2557;

/** PCI DSS 4.0.1, 10.5.1, asks for twelve months. */
export const MIN_AUDIT_DAYS = 366;
