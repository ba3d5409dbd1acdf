import type { DigitsOf } from "./card-numbers.ts";

/**
 * What the name of a field says about its value. `number`: a card number, so all but a masked one is refused.
 * `hash`: a hash of one. `secret`: a security code, a PIN, or a magnetic stripe, refused whatever it is. The
 * others say how digits in the value are read.
 */
export type FieldMeaning = "number" | "hash" | "secret" | DigitsOf;

const meanings = new Map<string, FieldMeaning | undefined>();
const MAX_REMEMBERED = 2_000;

/** Undefined for a name that says nothing: such a field means what the one around it means. */
function readFieldName(name: string): FieldMeaning | undefined {
  // Receipts have the same names again and again.
  if (meanings.has(name)) return meanings.get(name);
  const meaning = judge(name.slice(0, MAX_NAME_LENGTH));
  if (meanings.size >= MAX_REMEMBERED) meanings.clear();
  if (name.length <= MAX_NAME_LENGTH) meanings.set(name, meaning);
  return meaning;
}

/** Within an object about a card, `number` is the card's. */
export function readNestedName(name: string, around: FieldMeaning): FieldMeaning {
  const meaning = around === "card" ? readFieldName(`card ${name}`) : readFieldName(name);
  return meaning ?? around;
}

const MAX_NAME_LENGTH = 64;

function judge(name: string): FieldMeaning | undefined {
  const plain = name.normalize("NFKC");
  const joined = plain.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
  if (secretNames.test(joined)) return "secret";
  const words = (plain.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []).map((word) =>
    word.toLowerCase(),
  );
  const isAboutCard = joined === "paymentmethod" || words.some((word) => cardWords.test(word));
  if (isAboutCard ? hashWords.test(joined) : hashNames.test(joined)) return "hash";
  if (numberNames.test(joined)) return "number";
  if (words.some((word) => codeWords.test(word))) return "code";
  if (words.some((word) => otherWords.test(word))) return "reference";
  if (isAboutCard) return "card";
  return words.some((word) => referenceWords.test(word)) ? "reference" : undefined;
}

const secretNames = new RegExp(
  [
    "^(?:card)?(?:cvc|cvv|cvn|cvd)2?(?:code|value|number)?$",
    "^card(?:security|verification)(?:code|value|number)$",
    "^(?:card|encrypted|customer)*pin(?:block|data)?$",
    "^card(?:encrypted)?pin(?:code|number|block|data)?$",
    "^(?:card|emv|msr|mag|stripe|magstripe|magneticstripe|raw|encrypted)*(?:track[123](?:data|equivalent|equivalentdata)?|trackdata|magstripe|magstripedata|magneticstripe|magneticstripedata)$",
  ].join("|"),
);
const numberNames =
  /^(?:payment|bank|credit|debit|customer|payer|source|full|clear|plain|raw)*(?:(?:cc|card)(?:number|num|no|nr)|(?:cc|card)?(?:primaryaccountnumber|primaryaccountno))$/;
const hashNames = /^(?:card|pan)(?:number)?(?:hash|sha|md5|digest)|hashed(?:card|pan)/;
const hashWords = /hash|sha(?:1|256|512)|md5|digest/;
const cardWords = /^(?:card|pan)s?$|^(?:credit|debit|bank|payment)card$/;
/** Of products, companies, and fiscal devices. */
const codeWords =
  /^(?:gtin|ean|upc|isbn|gln|sscc|itf|barcode|sku|plu|mpn|item|article|product|imei|iccid|sim|siret|siren|cnpj|tax|vat|company|registration|iban|fiscal)$/;
/** Of what a card does or has beside its number, and of cards that pay nowhere else. */
const otherWords =
  /^(?:at|on|time|timestamp|date|aid|rrn|stan|atc|arqc|arpc|tvr|tsi|iad|cryptogram|auth|authorization|authorisation|approval|transaction|txn|terminal|reader|device|serial|batch|trace|session|merchant|loyalty|gift|bonus|club|member|membership|customer|order|invoice|receipt|reference|ref)$/;
const referenceWords =
  /^(?:id|ids|no|nr|num|number|code|ticket|booking|voucher|document|bon|uuid|key|slip)$/;
