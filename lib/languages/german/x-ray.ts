/** The X-ray, and the keys of the keyboard. */
export const xRay = {
  "X-ray": "Röntgenblick",
  "Seen by": "Gesehen von",
  You: "Ihnen",
  "The service": "Dienst",
  "A thief": "Dieb",
  "Close the X-ray": "Röntgenblick schließen",
  "X-ray: the page as you see it. Nothing is hidden.":
    "Röntgenblick: die Seite, wie Sie sie sehen. Nichts ist verdeckt.",
  "X-ray: the service can read all that this page shows. What is sealed is not on it.":
    "Röntgenblick: Der Dienst kann alles lesen, was diese Seite zeigt. Versiegeltes steht nicht darauf.",
  "X-ray: what the service cannot read is hidden. Hatched is what it could still open: it waits in escrow for its card.":
    "Röntgenblick: Was der Dienst nicht lesen kann, ist verdeckt. Schraffiert ist, was er noch öffnen könnte: Es wartet in der Verwahrung auf seine Karte.",
  "X-ray: what the service cannot read is hidden.":
    "Röntgenblick: Was der Dienst nicht lesen kann, ist verdeckt.",
  "X-ray: what a thief of the whole database would get. All that is marked is stored in the clear.":
    "Röntgenblick: was ein Dieb der ganzen Datenbank bekäme. Alles Markierte ist im Klartext gespeichert.",
  "X-ray: what a thief of the whole database would get. What is marked is in the clear; the rest is encrypted, hashed, or not there.":
    "Röntgenblick: was ein Dieb der ganzen Datenbank bekäme. Markiertes steht im Klartext; der Rest ist verschlüsselt, nur als Hash gespeichert oder gar nicht da.",
  "cannot be read": "nicht lesbar",
  "in escrow": "in Verwahrung",
  encrypted: "verschlüsselt",
  ciphertext: "Chiffrat",
  "keyed hash": "Hash mit Schlüssel",
  hash: "Hash",
  "not stored": "nicht gespeichert",
  "Every hatched line is in this one ciphertext:":
    "Alle schraffierten Zeilen stehen in diesem einen Chiffrat:",
  "Every hatched line is in one ciphertext.": "Alle schraffierten Zeilen stehen in einem Chiffrat.",
  "Use single-key shortcuts": "Tastenkürzel mit einer Taste verwenden",
  Keyboard: "Tastatur",
  "The key x shows what the service cannot read.":
    "Die Taste x zeigt, was der Dienst nicht lesen kann.",
};
