import type { Recipe, SnippetGiven } from "./recipe.ts";

const path = "/api/v1/onboarding/register";

/** Registers a cardholder with a key of their own, as an issuer's app does. */
export const registrationRecipe: Recipe = {
  thing: "a cardholder",
  scopes: ["onboarding:write", "receipts:read"],
  route: path,
  about:
    "201 with the user’s id. Receipts that waited in escrow for the card are handed over, and each new one is sealed to the key. The same card, key, and keyId again return 200 with the same user; a different key for the card returns 409.",
  snippets: [
    {
      language: "curl",
      run: "Paste it into the same shell; it needs openssl.",
      write: writeCurl,
    },
    {
      language: "TypeScript",
      file: "cardholder.mts",
      run: "node cardholder.mts, with Node 22.18 or newer; it needs no packages.",
      write: writeTypeScript,
    },
    {
      language: "Python",
      file: "cardholder.py",
      run: "python3 cardholder.py; it needs openssl, and no packages.",
      write: writePython,
    },
  ],
};

function writeCurl({ origin }: SnippetGiven): string {
  return `# In your app, the device generates this pair, and the private key never leaves it.
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out cardholder.pem 2>/dev/null
PUBLIC_KEY=$(openssl pkey -in cardholder.pem -pubout -outform DER | openssl base64 -A)
# A card is identified by the SHA-256 of its number, here of a card that does not exist.
ID=$(od -An -N6 -tx1 /dev/urandom | tr -d ' \\n')
CARD=$(printf %s "test card $ID" | openssl dgst -sha256 -r | cut -d' ' -f1)
curl -sS -w '\\n%{http_code}\\n' ${origin}${path} \\
  -H "X-API-Key: $SEALSLIP_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"hashedPan\\": \\"$CARD\\", \\"keyId\\": \\"device-$ID\\", \\"publicKey\\": \\"$PUBLIC_KEY\\"}"`;
}

function writeTypeScript({ origin }: SnippetGiven): string {
  return `import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";

// In your app, the device generates this pair, and the private key never leaves it.
const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
// A card is named by the SHA-256 of its number, here of a card that does not exist.
const id = randomUUID();
const card = createHash("sha256").update(\`test card \${id}\`).digest("hex");

const response = await fetch("${origin}${path}", {
  method: "POST",
  headers: {
    "X-API-Key": process.env.SEALSLIP_API_KEY ?? "",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    hashedPan: card,
    keyId: \`device-\${id}\`,
    publicKey: publicKey.export({ type: "spki", format: "pem" }),
  }),
});
console.log(response.status, JSON.stringify(await response.json(), null, 2));`;
}

function writePython({ origin }: SnippetGiven): string {
  return `import hashlib, json, os, subprocess, urllib.error, urllib.request, uuid

# In your app, the device generates this pair, and the private key never leaves it.
private_key = subprocess.run(
    ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
    check=True, capture_output=True,
).stdout
public_key = subprocess.run(
    ["openssl", "pkey", "-pubout"], input=private_key, check=True, capture_output=True
).stdout.decode()
# A card is identified by the SHA-256 of its number, here of a card that does not exist.
id = uuid.uuid4()
card = hashlib.sha256(f"test card {id}".encode()).hexdigest()

request = urllib.request.Request(
    "${origin}${path}",
    data=json.dumps(
        {"hashedPan": card, "keyId": f"device-{id}", "publicKey": public_key}
    ).encode(),
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
