/** The frame of the wallet, the way into it, and what happens behind the scenes. */
export const shell = {
  "Sealslip wallet": "Sealslip-Wallet",
  "Receipts that only you can read.": "Belege, die nur Sie lesen können.",
  "Receipts that only you can read": "Belege, die nur Sie lesen können",
  Wallet: "Wallet",
  "Opening the wallet": "Die Wallet wird geöffnet",
  "Demo wallet of an issuer": "Demo-Wallet eines Herausgebers",
  "Back to the demo": "Zurück zur Demo",
  "You are offline. Your list and what you opened or kept on this device can be read; the rest opens when you are back.":
    "Sie sind offline. Ihre Liste und was Sie auf diesem Gerät geöffnet oder behalten haben, können Sie lesen; den Rest, sobald Sie wieder online sind.",
  "The wallet needs HTTPS": "Die Wallet braucht HTTPS",
  "Browsers offer no cryptography to pages over plain HTTP. Open this address with https, or on localhost.":
    "Über unverschlüsseltes HTTP bieten Browser Seiten keine Kryptografie. Öffnen Sie diese Adresse mit https oder auf localhost.",
  "A new phone for a card that your bank registered? The bank’s own wallet shows the code for it: sign in as that issuer.":
    "Ein neues Handy für eine Karte, die Ihre Bank registriert hat? Den Code dafür zeigt die Wallet der Bank: Melden Sie sich als dieser Herausgeber an.",
  "An issuer’s wallet, in your browser: it creates the keys, asks for your fingerprint or PIN, and opens the receipts itself.":
    "Die Wallet eines Herausgebers in Ihrem Browser: Sie erzeugt die Schlüssel, fragt nach Ihrem Fingerabdruck oder Ihrer PIN und öffnet die Belege selbst.",
  "You are signed in to an organization that opens no receipts, or with a view-only role.":
    "Sie sind bei einer Organisation angemeldet, die keine Belege öffnet, oder dürfen nur ansehen.",
  "You stay signed in: the demo wallet is a cardholder’s, beside it, and gets what is bought in the demo.":
    "Sie bleiben angemeldet: Die Demo-Wallet ist daneben die eines Karteninhabers und erhält, was in der Demo gekauft wird.",
  "Open the demo wallet": "Demo-Wallet öffnen",
  "Sign in as an issuer": "Als Herausgeber anmelden",
  "Copy {label}": "{label} kopieren",
  Copied: "Kopiert",
  "Could not be copied: select it by hand":
    "Kopieren nicht möglich: Markieren Sie den Text von Hand",
  Opening: "Wird geöffnet",
  "Hold to open, or": "Zum Öffnen gedrückt halten oder",
  "open without holding": "ohne Halten öffnen",
  "Hold to open": "Zum Öffnen gedrückt halten",
  "Press to open": "Zum Öffnen drücken",
  "Behind the scenes": "Hinter den Kulissen",
  "Add a card or open a receipt: each call for it appears here, with its status and its time, and each step this device takes without telling anyone.":
    "Fügen Sie eine Karte hinzu oder öffnen Sie einen Beleg: Jeder Aufruf dafür erscheint hier mit Status und Dauer, ebenso jeder Schritt, den dieses Gerät für sich allein ausführt.",
  "Since {time}, {duration}": "Seit {time}, {duration}",
  "At {time}, {duration}": "Um {time}, {duration}",
  "Failed at {time}, {duration}": "Fehlgeschlagen um {time}, {duration}",
  "on this device": "auf diesem Gerät",
  "no answer": "keine Antwort",
  "sent {fields}": "gesendet: {fields}",
  "sent no body": "ohne Inhalt gesendet",
  "a value made with the PIN that looks random and tells nothing of it (blinded)":
    "ein mit der PIN gebildeter Wert, der zufällig aussieht und nichts über sie verrät (blinded)",
  "a proof that the PIN was right (proof)": "ein Beweis, dass die PIN richtig war (proof)",
  "You typed the PIN; it unlocked the wallet’s keys (the vault).":
    "Sie haben die PIN eingegeben; sie hat die Schlüssel der Wallet entsperrt (den Tresor).",
  "You confirmed with the passkey; it unlocked the wallet’s keys (the vault).":
    "Sie haben mit dem Passkey bestätigt; er hat die Schlüssel der Wallet entsperrt (den Tresor).",
  "The card number was hashed with SHA-256.":
    "Aus der Kartennummer wurde mit SHA-256 ein Hash gebildet.",
  "A P-256 key pair was generated.": "Ein P-256-Schlüsselpaar wurde erzeugt.",
  "An RSA-2048 key pair was generated.": "Ein RSA-2048-Schlüsselpaar wurde erzeugt.",
  "The private key was locked into the wallet.":
    "Der private Schlüssel wurde in der Wallet eingeschlossen.",
  "The envelope was opened with the private key.":
    "Der Umschlag wurde mit dem privaten Schlüssel geöffnet.",
  "The receipt was encrypted and kept on this device.":
    "Der Beleg wurde verschlüsselt und auf diesem Gerät gespeichert.",
  "{count} kept receipts were decrypted, without a call.": {
    one: "1 behaltener Beleg wurde entschlüsselt, ohne Aufruf.",
    other: "{count} behaltene Belege wurden entschlüsselt, ohne Aufruf.",
  },
  "The keys were written to a file, encrypted with the passphrase.":
    "Die Schlüssel wurden in eine Datei geschrieben, mit der Passphrase verschlüsselt.",
  "The envelope: {count} bytes that your key opens": {
    one: "Der Umschlag: 1 Byte, das Ihr Schlüssel öffnet",
    other: "Der Umschlag: {count} Byte, die Ihr Schlüssel öffnet",
  },
  "how the content key is wrapped": "wie der Inhaltsschlüssel verpackt ist",
  "for which key": "für welchen Schlüssel",
  "a public key for this envelope alone": "ein öffentlicher Schlüssel nur für diesen Umschlag",
  "how the content is sealed": "wie der Inhalt versiegelt ist",
  "bound to this payment": "an diese Zahlung gebunden",
  "{count} bytes": { one: "1 Byte", other: "{count} Byte" },
  "The service keeps": "Der Dienst speichert",
  "It could read": "Er könnte lesen",
  "It never has": "Er hat nie",
  "the payment method, until the payment gateway has answered":
    "die Zahlungsart, bis der Zahlungsdienst geantwortet hat",
  "the receipt, while sealing it: the shop’s name and address, what was bought, and your card’s last four digits":
    "den Beleg, während er ihn versiegelt: Name und Adresse des Händlers, was gekauft wurde und die letzten vier Ziffern Ihrer Karte",
  "the receipt, while sealing it if the till has not: the shop’s name and address, what was bought, and your card’s last four digits":
    "den Beleg, während er ihn versiegelt, falls die Kasse es nicht getan hat: Name und Adresse des Händlers, was gekauft wurde und die letzten vier Ziffern Ihrer Karte",
  "tax, tip, and payment method, until the payment gateway has answered":
    "Steuer, Trinkgeld und Zahlungsart, bis der Zahlungsdienst geantwortet hat",
  "a receipt in escrow, until its card is added to a wallet":
    "einen Beleg in Verwahrung, bis seine Karte in eine Wallet kommt",
  "the sealed receipt": "den versiegelten Beleg",
  "a keyed hash of your card, your user ID, your public key, and its ID":
    "einen Hash Ihrer Karte mit Schlüssel, Ihre Nutzer-ID, Ihren öffentlichen Schlüssel und dessen ID",
  "amount, currency, status, and when each call came; for {days} days, the network address it came from":
    "Betrag, Währung, Status und Zeitpunkt jedes Aufrufs; {days} Tage lang die Netzwerkadresse, von der er kam",
  "the shop’s ID, its reference numbers, and the gateway’s":
    "die ID des Händlers, seine Referenznummern und die des Zahlungsdienstes",
  "refunds, and the payment each belongs to": "Erstattungen und die Zahlung, zu der jede gehört",
  "when you allowed a receipt to be opened, and how; the shop sees when it was first opened":
    "wann und wie Sie das Öffnen eines Belegs erlaubt haben; der Händler sieht, wann er zuerst geöffnet wurde",
  "for a PIN, a part that it needs, a hash of a proof that it was right, and how often it was wrong":
    "für eine PIN einen Teil, den sie braucht, den Hash eines Beweises, dass sie richtig war, und wie oft sie falsch war",
  "this one while it was sealed to the escrow key, and no longer":
    "diesen, solange er für den Verwahrungsschlüssel versiegelt war, und nicht länger",
  "nothing after that: this one went straight to your key, without escrow":
    "danach nichts: Dieser ging ohne Verwahrung direkt an Ihren Schlüssel",
  "this receipt, which the till sealed to your key, unless your issuer has the service decrypt it":
    "diesen Beleg, den die Kasse für Ihren Schlüssel versiegelt hat, es sei denn, Ihr Herausgeber lässt ihn vom Dienst entschlüsseln",
  "your card number; from its hash and last four digits, a dishonest operator could guess it":
    "Ihre Kartennummer; aus ihrem Hash und den letzten vier Ziffern könnte ein unehrlicher Betreiber sie erraten",
  "your private key, PIN, fingerprint, or face":
    "Ihren privaten Schlüssel, Ihre PIN, Ihren Fingerabdruck oder Ihr Gesicht",
  "the receipt as you opened it": "den Beleg, wie Sie ihn geöffnet haben",
};
