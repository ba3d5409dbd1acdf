import { listApiKeys } from "#lib/api-keys/manage.ts";
import { listCardholders } from "#lib/cardholders/list.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { isId } from "#lib/core/ids.ts";
import { formatMoney } from "#lib/core/money.ts";
import { findEvent } from "#lib/events/log.ts";
import { listMembers } from "#lib/organizations/members.ts";
import { displayStatusOf } from "#lib/payments/contract-status.ts";
import { searchPayments } from "#lib/payments/search.ts";
import { findRequest } from "#lib/request-log/list.ts";
import { type Found, MAX_FOUND_OF_A_KIND } from "./contract.ts";

/** The objects of the organization that the member may see and whose id or name has the text. */
export async function search({
  caller,
  text,
}: {
  caller: MemberCaller;
  text: string;
}): Promise<Found[]> {
  const kinds = await Promise.all([
    caller.scopes.includes("payments:read") ? foundPayments(caller, text) : [],
    caller.scopes.includes("receipts:read") ? foundCardholders(caller, text) : [],
    foundKeys(caller, text),
    foundMembers(caller, text),
    foundRequest(caller, text),
    foundEvent(caller, text),
  ]);
  return kinds.flatMap((found) => found.slice(0, MAX_FOUND_OF_A_KIND));
}

async function foundPayments(caller: MemberCaller, text: string): Promise<Found[]> {
  const payments = await searchPayments({ caller, text, limit: MAX_FOUND_OF_A_KIND });
  return payments.map((payment) => ({
    kind: "payment",
    id: payment.paymentId,
    title: payment.receiptId,
    detail: `${formatMoney(payment, "en-US")}, ${displayStatusOf(payment).replaceAll("_", " ")}`,
  }));
}

async function foundCardholders(caller: MemberCaller, text: string): Promise<Found[]> {
  const query = { limit: MAX_FOUND_OF_A_KIND, search: text };
  const { cardholders } = await listCardholders({ caller, query });
  return cardholders.map(({ userId, keyId }) => ({
    kind: "cardholder",
    id: userId,
    title: userId,
    detail: keyId,
  }));
}

async function foundKeys(caller: MemberCaller, text: string): Promise<Found[]> {
  const apiKeys = await listApiKeys({ caller });
  return apiKeys
    .filter(({ id, name, hint }) => [id, name, hint].some((one) => includesText(one, text)))
    .map(({ id, name, hint, status }) => ({
      kind: "api_key",
      id,
      title: name,
      detail: `${hint}, ${status}`,
    }));
}

async function foundMembers(caller: MemberCaller, text: string): Promise<Found[]> {
  const members = await listMembers({ caller });
  return members
    .filter(({ id, email }) => [id, email].some((one) => includesText(one, text)))
    .map(({ id, email, role }) => ({ kind: "member", id, title: email, detail: role }));
}

async function foundRequest(caller: MemberCaller, text: string): Promise<Found[]> {
  if (!isId("request", text)) return [];
  const request = await findRequest({ caller, requestId: text });
  if (!request) return [];
  const { requestId: id, method, route, status } = request;
  return [{ kind: "request", id, title: `${method} ${route}`, detail: String(status) }];
}

async function foundEvent(caller: MemberCaller, text: string): Promise<Found[]> {
  if (!isId("event", text)) return [];
  const event = await findEvent(caller, text);
  if (!event) return [];
  return [{ kind: "event", id: event.id, title: event.type, detail: event.subject }];
}

function includesText(whole: string, text: string): boolean {
  return whole.toLowerCase().includes(text.toLowerCase());
}
