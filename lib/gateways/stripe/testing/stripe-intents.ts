import type { ChargeRecord, Reply } from "#lib/gateways/testing/stand-in.ts";
import { type Books, confirmIntent } from "./stripe-books.ts";
import { stripeTestCards } from "./stripe-cards.ts";
import { type IntentForm, refuse } from "./stripe-form.ts";
import { describeIntent, makeId } from "./stripe-objects.ts";

/** Makes an intent, and charges it where the form says so; `charges` has every one that was made. */
export function createIntent(form: IntentForm, books: Books, charges: ChargeRecord[]): Reply {
  const { confirm } = form;
  const param = form.confirmationToken ? "confirmation_token" : "payment_method";
  const card = form.paymentMethod ?? form.confirmationToken;
  const result = card ? stripeTestCards.get(card) : undefined;
  if (card && (!result || books.usedTokens.has(card))) {
    return refuse(400, `No such ${param}: '${card}'`, { code: "resource_missing", param });
  }
  if (form.confirmationToken) books.usedTokens.add(form.confirmationToken);

  const intent = describeIntent(form);
  books.intents.push(intent);
  const charged = confirm && result?.status === "succeeded";
  charges.push({ paymentId: form.metadata.paymentId ?? "", charged });
  if (!confirm || !result) return { status: 200, body: intent };
  if (result.status !== "declined") {
    Object.assign(intent, confirmIntent(intent, result.status), { payment_method: card });
    return { status: 200, body: intent };
  }

  const { code, declineCode: decline_code } = result;
  const type = "card_error";
  const message = "Your card was declined.";
  Object.assign(intent, { last_payment_error: { type, code, decline_code, message } });
  const charge = makeId("ch");
  const error = { type, code, decline_code, message, charge, payment_intent: intent };
  return { status: 402, body: { error } };
}

export function cancelIntent(id: string, form: string, { intents }: Books): Reply {
  const names = [...new URLSearchParams(form).keys()];
  const unknown = names.find((name) => name !== "cancellation_reason");
  if (unknown) {
    const more = { code: "parameter_unknown", param: unknown } as const;
    return refuse(400, `Received unknown parameter: ${unknown}`, more);
  }
  const intent = intents.find((one) => one.id === id);
  if (!intent) return refuse(404, `No such payment_intent: '${id}'`, { code: "resource_missing" });
  // In rare cases Stripe cancels one that is processing; nobody can count on it.
  if (!["succeeded", "canceled", "processing"].includes(intent.status)) {
    Object.assign(intent, { status: "canceled", canceled_at: Math.floor(Date.now() / 1000) });
    return { status: 200, body: intent };
  }
  const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
  const reply = refuse(400, message, { code: "payment_intent_unexpected_state" });
  const { error } = reply.body as { error: object };
  return { ...reply, body: { error: { ...error, payment_intent: intent } } };
}

export function retrieveIntent(id: string, { intents }: Books): Reply {
  const intent = intents.find((one) => one.id === id);
  if (!intent) return refuse(404, `No such payment_intent: '${id}'`, { code: "resource_missing" });
  return { status: 200, body: intent };
}
