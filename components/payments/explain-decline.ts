/** Why a payment failed, in a sentence, and what the merchant can do next. */
export type DeclineWords = { reason: string; next: string };

type Group = DeclineWords & { codes: string };

/** By the codes of Stripe, Square (in lower case), and the sandbox, as a payment records them. */
const groups: readonly Group[] = [
  {
    codes: `card_declined generic_decline do_not_honor do_not_try_again declined failed unspecified
      no_action_taken reservation_declined reader_declined`,
    reason: "The customer’s bank declined the card without saying why.",
    next: "Ask for another card. Only the bank can tell the customer more.",
  },
  {
    codes: "insufficient_funds gift_card_available_amount",
    reason: "There is not enough money on the card.",
    next: "Ask for another card, or take a part of the amount with this one.",
  },
  {
    codes: `card_velocity_exceeded withdrawal_count_limit_exceeded transaction_limit
      payment_limit_exceeded cardholder_insufficient_permissions`,
    reason: "The amount, or the number of payments, is above a limit of the card.",
    next: "Ask for another card. The bank can raise the limit for the customer.",
  },
  {
    codes: `expired_card card_expired invalid_expiry_month invalid_expiry_year invalid_expiration
      invalid_expiration_year invalid_expiration_date bad_expiration expiration_failure`,
    reason: "The card has expired, or its expiry date is wrong.",
    next: "Check the date with the customer, or ask for another card.",
  },
  {
    codes: `incorrect_number invalid_number pan_failure invalid_card invalid_card_data
      invalid_encrypted_card card_mismatch`,
    reason: "The card number is not valid.",
    next: "Ask the customer to enter the card again, or use another one.",
  },
  {
    codes: "incorrect_cvc invalid_cvc cvv_failure verify_cvv_failure",
    reason: "The security code of the card is wrong.",
    next: "Ask the customer to enter the card again, with the code on it.",
  },
  {
    codes: `incorrect_zip incorrect_address address_verification_failure verify_avs_failure
      invalid_postal_code`,
    reason: "The address is not the one that the bank has for the card.",
    next: "Check the billing address and postal code with the customer, and try again.",
  },
  {
    codes: `incorrect_pin invalid_pin missing_pin offline_pin_required online_or_offline_pin_required
      apple_ttp_pin_token`,
    reason: "The card needs its PIN, and none or a wrong one was entered.",
    next: "Ask the customer to insert the card and enter the PIN.",
  },
  {
    codes: "pin_try_exceeded allowable_pin_tries_exceeded",
    reason: "A wrong PIN was entered too often, and the card is locked.",
    next: "Ask for another card. The customer’s bank can unlock this one.",
  },
  {
    codes: `authentication_required authentication_not_handled payment_intent_authentication_failure
      setup_intent_authentication_failure approve_with_id mobile_device_authentication_required
      card_declined_verification_required`,
    reason: "The bank wants the customer to confirm the payment, and that did not happen.",
    next: "Take the payment again, and ask the customer to confirm it in the banking app.",
  },
  {
    codes: "confirmation_failed buyer_refused_payment",
    reason: "The customer did not confirm the payment.",
    next: "Ask whether they still want to pay, and take the payment again.",
  },
  {
    codes: `issuer_not_available reenter_transaction try_again_later processing_error
      delayed_transaction_failed gateway_timeout temporary_error`,
    reason: "The customer’s bank, or the provider, could not process the payment at that time.",
    next: "Try again in a few minutes with the same card. Nothing was charged.",
  },
  {
    codes: "call_issuer card_declined_call_issuer voice_failure",
    reason: "The bank declined the card and asks the customer to call.",
    next: "Ask for another card. The customer can call the number on the back of this one.",
  },
  {
    codes: `card_not_supported currency_not_supported unsupported_card_brand transaction_not_allowed
      service_not_allowed not_permitted unsupported_entry_method unsupported_instrument_type
      payment_source_not_enabled_for_target cart_ineligible_for_ebt`,
    reason: "The card cannot be used for this kind of payment, or in this currency.",
    next: "Ask for another card. Under Gateways you see which provider takes the payment.",
  },
  {
    codes: `invalid_account new_account_information_available account_unusable missing_account_type
      stop_payment_order revocation_of_authorization revocation_of_all_authorizations`,
    reason: "The account behind the card is closed, or takes no more payments from you.",
    next: "Ask for another card. The customer’s bank can tell why.",
  },
  {
    codes: `lost_card stolen_card pickup_card restricted_card fraudulent merchant_blacklist
      security_violation highest_risk_level elevated_risk_level rule previously_declined_do_not_honor
      suspected_fraud`,
    reason: "The card was reported lost or stolen, or the payment looked like fraud.",
    next: "Ask for another card, and say only that this one was declined: the reason is for you alone.",
  },
  {
    codes: "chip_insertion_required card_presence_required manually_entered_payment_not_supported",
    reason: "The card has to be inserted or tapped.",
    next: "Take the payment again with the card at the reader.",
  },
  {
    codes: "duplicate_transaction",
    reason: "The provider took this for a payment that was already made.",
    next: "Look for an earlier payment of the same amount before you take it again.",
  },
  {
    codes: "invalid_amount amount_too_small amount_too_large amount_too_low amount_too_high",
    reason: "The provider or the bank does not take this amount.",
    next: "Check the amount and the currency, and the provider’s smallest and largest payment.",
  },
  {
    codes: "testmode_decline live_mode_test_card",
    reason: "A test card was used for a real payment.",
    next: "Use a real card, or a gateway that is connected in test mode.",
  },
  {
    codes: `canceled expired delayed_transaction_canceled delayed_transaction_expired
      card_token_expired source_expired checkout_expired`,
    reason: "The payment was canceled, or ran out of time, before the customer completed it.",
    next: "Take it again if the customer still wants to pay.",
  },
];

const words: ReadonlyMap<string, DeclineWords> = new Map(
  groups.flatMap(({ codes, reason, next }) =>
    codes.split(/\s+/).map((code): [string, DeclineWords] => [code, { reason, next }]),
  ),
);

const unknown: DeclineWords = {
  reason: "The provider refused the payment.",
  next: "Ask for another card, or look the code up at the provider.",
};

const invalid: DeclineWords = {
  reason: "The provider did not accept what was sent with the payment.",
  next: "The next card would fail, too: have a developer look at the request of this payment.",
};

const INVALID = "invalid";

/** Never fails: providers add codes. */
export function explainDecline(code: string | null): DeclineWords {
  if (code?.startsWith(`${INVALID}:`) || code?.startsWith(`${INVALID}_request`)) return invalid;
  return words.get(code?.toLowerCase() ?? "") ?? unknown;
}
