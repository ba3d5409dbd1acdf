import { sampleCard } from "#lib/core/sample-card.ts";
import { builtInProvider } from "#lib/gateways/contract-providers.ts";
import type { Recipe, SnippetGiven } from "./recipe.ts";

const path = "/api/v1/payments/gateway_one/create";

const outcomes = (builtInProvider.testValues ?? []).filter(
  ({ field }) => field === "paymentMethod",
);

/** A payment of a till, with its receipt sealed to the owner of the card. */
export const paymentRecipe: Recipe = {
  thing: "a payment",
  scopes: ["payments:write", "payments:read"],
  route: "/api/v1/payments/{gateway}/create",
  about:
    "201 with the payment’s id. Unless you registered the test card, its receipt waits in escrow until you do. Sending the same body again charges nothing and gets the same answer; transactionDate is part of it.",
  outcomes: {
    label: "What the sandbox answers",
    options: [
      { value: "", label: "Succeeded" },
      ...outcomes.map(({ value, description }) => ({ value, label: description })),
    ],
  },
  snippets: [
    { language: "curl", run: "Paste it into the same shell.", write: writeCurl },
    {
      language: "TypeScript",
      file: "payment.mts",
      run: "node payment.mts, with Node 22.18 or newer; it needs no packages.",
      write: writeTypeScript,
    },
    {
      language: "Python",
      file: "payment.py",
      run: "python3 payment.py; it needs no packages.",
      write: writePython,
    },
  ],
};

function writeCurl({ origin, outcome }: SnippetGiven): string {
  return `ID=$(od -An -N6 -tx1 /dev/urandom | tr -d ' \\n')
# A card is identified by the SHA-256 of its number, here ${sampleCard.number}.
curl -sS -w '\\n%{http_code}\\n' ${origin}${path} \\
  -H "X-API-Key: $SEALSLIP_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d @- <<JSON
{
  "receiptId": "r-$ID",
  "transactionId": "t-$ID",
  "transactionDate": "$(date -u +%Y-%m-%dT%H:%M:%SZ)",
  "merchantId": "shop-1",
  "merchantName": "Corner Bakery",
  "currency": "eur",
  "amount": 1250,${asked(outcome, (value) => `\n  "paymentMethod": "${value}",`)}
  "items": [
    {"lineItemId": "1", "name": "Rye bread", "quantity": 2, "unitPrice": 625, "totalPrice": 1250}
  ],
  "recipientHashedPan": "${sampleCard.hashedPan}"
}
JSON`;
}

function writeTypeScript({ origin, outcome }: SnippetGiven): string {
  return `import { createHash } from "node:crypto";

// A card is named by the SHA-256 of its number; the number itself is never sent.
const card = createHash("sha256").update("${sampleCard.number}").digest("hex");
const id = Date.now();

const response = await fetch("${origin}${path}", {
  method: "POST",
  headers: {
    "X-API-Key": process.env.SEALSLIP_API_KEY ?? "",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    receiptId: \`r-\${id}\`,
    transactionId: \`t-\${id}\`,
    transactionDate: new Date().toISOString(),
    merchantId: "shop-1",
    merchantName: "Corner Bakery",
    currency: "eur",
    amount: 1250,${asked(outcome, (value) => `\n    paymentMethod: "${value}",`)}
    items: [
      { lineItemId: "1", name: "Rye bread", quantity: 2, unitPrice: 625, totalPrice: 1250 },
    ],
    recipientHashedPan: card,
  }),
});
console.log(response.status, JSON.stringify(await response.json(), null, 2));`;
}

function writePython({ origin, outcome }: SnippetGiven): string {
  return `import hashlib, json, os, time, urllib.error, urllib.request

# A card is identified by the SHA-256 of its number; the number itself is never sent.
card = hashlib.sha256(b"${sampleCard.number}").hexdigest()
id = time.time_ns()

payment = {
    "receiptId": f"r-{id}",
    "transactionId": f"t-{id}",
    "transactionDate": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    "merchantId": "shop-1",
    "merchantName": "Corner Bakery",
    "currency": "eur",
    "amount": 1250,${asked(outcome, (value) => `\n    "paymentMethod": "${value}",`)}
    "items": [
        {"lineItemId": "1", "name": "Rye bread", "quantity": 2, "unitPrice": 625, "totalPrice": 1250}
    ],
    "recipientHashedPan": card,
}
request = urllib.request.Request(
    "${origin}${path}",
    data=json.dumps(payment).encode(),
    headers={
        "X-API-Key": os.environ["SEALSLIP_API_KEY"],
        "Content-Type": "application/json",
    },
)
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, json.dumps(json.load(answer), indent=2))`;
}

function asked(outcome: string, line: (value: string) => string): string {
  return outcome === "" ? "" : line(outcome);
}
