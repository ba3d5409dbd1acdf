/** Consent, the vault, backups, and what else is under Security. */
export const security = {
  Security: "Sicherheit",
  Language: "Sprache",
  "Language of the wallet": "Sprache der Wallet",
  "For the wallet in this browser.": "Für die Wallet in diesem Browser.",
  "Confirm with your passkey": "Mit Ihrem Passkey bestätigen",
  "Confirm with PIN": "Mit PIN bestätigen",
  "Allow once with your passkey": "Mit Ihrem Passkey einmal erlauben",
  "Allow once with PIN": "Mit PIN einmal erlauben",
  "Open them with your passkey": "Mit Ihrem Passkey öffnen",
  "Open them with PIN": "Mit PIN öffnen",
  "This wallet gets access to one receipt, once, within 2 to 3 minutes. Your confirmation unlocks the key on this device.":
    "Diese Wallet erhält Zugriff auf einen Beleg, einmal, innerhalb von 2 bis 3 Minuten. Ihre Bestätigung entsperrt den Schlüssel auf diesem Gerät.",
  "This wallet gets access to each of them, once, within 2 to 3 minutes of its turn. Your confirmation unlocks the keys on this device.":
    "Diese Wallet erhält auf jeden davon Zugriff, einmal, innerhalb von 2 bis 3 Minuten, sobald er an der Reihe ist. Ihre Bestätigung entsperrt die Schlüssel auf diesem Gerät.",
  "Keep it here, encrypted": "Hier verschlüsselt behalten",
  "Then it stays readable in this wallet, and so does what you open from now on. You can change this under Security.":
    "Dann bleibt er in dieser Wallet lesbar, ebenso wie alles, was Sie künftig öffnen. Unter „Sicherheit“ können Sie das ändern.",
  "Or with your PIN": "Oder mit Ihrer PIN",
  "Your PIN": "Ihre PIN",
  "Waiting for your passkey.": "Warten auf Ihren Passkey.",
  "Stop waiting": "Nicht mehr warten",
  "You can try again in {wait}.": "Sie können es in {wait} erneut versuchen.",
  "A PIN has at least 6 digits.": "Eine PIN hat mindestens 6 Ziffern.",
  Close: "Schließen",
  "Confirm that it is you": "Bestätigen Sie, dass Sie es sind",
  "This needs a recent confirmation, which lasts for a few minutes.":
    "Dafür ist eine aktuelle Bestätigung nötig, die einige Minuten gilt.",
  "Confirm to {act}": "Bestätigen: {act}",
  "Your device keeps the key": "Ihr Gerät bewahrt den Schlüssel auf",
  "This wallet creates a key for each card, here in your browser. Choose how you confirm each use of it. Your bank cannot use it, and neither can this service.":
    "Diese Wallet erzeugt für jede Karte einen Schlüssel, hier in Ihrem Browser. Wählen Sie, wie Sie jede Verwendung bestätigen. Ihre Bank kann ihn nicht verwenden und dieser Dienst auch nicht.",
  "Use a passkey": "Passkey verwenden",
  "A PIN for this wallet": "Eine PIN für diese Wallet",
  "Use this PIN": "Diese PIN verwenden",
  "It needs a connection.": "Sie braucht eine Verbindung.",
  "A passkey protects better, and works offline.":
    "Ein Passkey schützt besser und funktioniert offline.",
  "Receipts on this device": "Belege auf diesem Gerät",
  "Your fingerprint, face, or screen lock guards the key, which stays on this device.":
    "Ihr Fingerabdruck, Ihr Gesicht oder Ihre Bildschirmsperre schützt den Schlüssel, der auf diesem Gerät bleibt.",
  "A security key or another device guards the key, which stays on this device.":
    "Ein Sicherheitsschlüssel oder ein anderes Gerät schützt den Schlüssel, der auf diesem Gerät bleibt.",
  "Waiting for your passkey. If no prompt appears, use a PIN instead.":
    "Warten auf Ihren Passkey. Erscheint keine Abfrage, verwenden Sie stattdessen eine PIN.",
  "Use a PIN instead": "Stattdessen eine PIN verwenden",
  "The passkey request was canceled. Choose a PIN instead.":
    "Die Passkey-Abfrage wurde abgebrochen. Wählen Sie stattdessen eine PIN.",
  "Use a passkey instead": "Stattdessen einen Passkey verwenden",
  "This browser has no passkeys.": "Dieser Browser hat keine Passkeys.",
  "Passkeys do not work at this address.": "Unter dieser Adresse funktionieren keine Passkeys.",
  "This browser’s passkeys cannot protect a key.":
    "Die Passkeys dieses Browsers können keinen Schlüssel schützen.",
  "Do not use a private window: closing it deletes the keys.":
    "Verwenden Sie kein privates Fenster: Wenn Sie es schließen, werden die Schlüssel gelöscht.",
  "To use the wallet as an app, add this page to the Home Screen or the Dock first: the app has storage of its own.":
    "Um die Wallet als App zu verwenden, legen Sie diese Seite zuerst auf den Home-Bildschirm oder ins Dock: Die App hat einen eigenen Speicher.",
  "This app has storage of its own. If your cards are in the browser, save a backup there and restore it here.":
    "Diese App hat einen eigenen Speicher. Sind Ihre Karten im Browser, speichern Sie dort eine Sicherung und stellen Sie sie hier wieder her.",
  "At risk: the browser may delete it when space runs low. A backup helps.":
    "Gefährdet: Der Browser kann ihn löschen, wenn der Platz knapp wird. Eine Sicherung hilft.",
  "At risk: Safari deletes it after seven days of use without a visit here. A backup helps.":
    "Gefährdet: Safari löscht ihn nach sieben Tagen Nutzung ohne Besuch hier. Eine Sicherung hilft.",
  "The browser said no. It often says yes once this page is installed or used more. Keep a backup until then.":
    "Der Browser hat abgelehnt. Oft stimmt er zu, sobald diese Seite installiert ist oder öfter genutzt wird. Bewahren Sie bis dahin eine Sicherung auf.",
  "The browser said no. Keep a backup: an installed app would begin empty, and restore it.":
    "Der Browser hat abgelehnt. Bewahren Sie eine Sicherung auf: Eine installierte App wäre zunächst leer und würde sie wiederherstellen.",
  "The browser said no. It often says yes once this app is used more. Keep a backup.":
    "Der Browser hat abgelehnt. Oft stimmt er zu, wenn diese App öfter genutzt wird. Bewahren Sie eine Sicherung auf.",
  "This browser’s storage": "Speicher dieses Browsers",
  "Ask the browser to keep it": "Den Browser bitten, ihn zu behalten",
  "Kept: the browser does not delete it on its own.":
    "Dauerhaft: Der Browser löscht ihn nicht von sich aus.",
  "This browser does not say whether it keeps what it stores. A backup helps.":
    "Dieser Browser sagt nicht, ob er Gespeichertes behält. Eine Sicherung hilft.",
  "How you confirm": "So bestätigen Sie",
  "The keys are locked until you confirm.": "Die Schlüssel sind gesperrt, bis Sie bestätigen.",
  "The keys are locked until you confirm. With two methods, losing one does not lock you out.":
    "Die Schlüssel sind gesperrt, bis Sie bestätigen. Mit zwei Methoden sperrt der Verlust der einen Sie nicht aus.",
  "Add a passkey": "Passkey hinzufügen",
  "Add a passkey?": "Passkey hinzufügen?",
  "This device cannot hold one itself: a security key or another device would.":
    "Dieses Gerät kann selbst keinen speichern: Das täte ein Sicherheitsschlüssel oder ein anderes Gerät.",
  "Change the PIN": "PIN ändern",
  "Add a PIN": "PIN hinzufügen",
  "New PIN": "Neue PIN",
  "Confirming with it needs a connection.": "Mit ihr zu bestätigen erfordert eine Verbindung.",
  "Set this PIN": "Diese PIN festlegen",
  "Set this PIN?": "Diese PIN festlegen?",
  "Set up": "Eingerichtet",
  "Not set up": "Nicht eingerichtet",
  "Confirm with the method that is already set up.":
    "Bestätigen Sie mit der Methode, die schon eingerichtet ist.",
  Passkey: "Passkey",
  PIN: "PIN",
  "6 to 12 digits, not all the same or in a row.":
    "6 bis 12 Ziffern, nicht alle gleich oder der Reihe nach.",
  "{count} more digits needed.": {
    one: "Noch 1 Ziffer nötig.",
    other: "Noch {count} Ziffern nötig.",
  },
  "Too easy to guess: all the same, or in a row.":
    "Zu leicht zu erraten: alle gleich oder der Reihe nach.",
  "The same PIN again": "Dieselbe PIN noch einmal",
  "The two PINs differ.": "Die beiden PINs sind verschieden.",
  "Opened receipts": "Geöffnete Belege",
  "What you open is kept in this browser, encrypted, with your notes. A passkey opens it offline, too; a PIN needs a connection. A backup does not hold it.":
    "Was Sie öffnen, bleibt mit Ihren Notizen verschlüsselt in diesem Browser. Ein Passkey öffnet es auch offline; eine PIN braucht eine Verbindung. In einer Sicherung ist es nicht enthalten.",
  "What you open is forgotten when you reload. You can keep it in this browser instead: encrypted, readable offline with a passkey, and not part of a backup.":
    "Was Sie öffnen, ist nach dem Neuladen vergessen. Sie können es stattdessen in diesem Browser behalten: verschlüsselt, mit einem Passkey offline lesbar und nicht Teil einer Sicherung.",
  "Delete them and stop keeping": "Löschen und nicht mehr behalten",
  "Delete the kept receipts?": "Die behaltenen Belege löschen?",
  "Delete them": "Löschen",
  "They are deleted from this browser only, with your tags, notes, and warranty dates. As long as its key is here, each receipt can be opened again from the service.":
    "Sie werden nur aus diesem Browser gelöscht, mit Ihren Schlagwörtern, Notizen und Garantiedaten. Solange sein Schlüssel hier ist, lässt sich jeder Beleg wieder vom Dienst öffnen.",
  "On. No receipt has been kept yet.": "Ein. Noch ist kein Beleg gespeichert.",
  "On. {count} receipts are kept.": {
    one: "Ein. 1 Beleg ist gespeichert.",
    other: "Ein. {count} Belege sind gespeichert.",
  },
  Notifications: "Mitteilungen",
  "This browser can show “A new receipt arrived”, also while the wallet is closed. The message names no shop and no amount.":
    "Dieser Browser kann „Ein neuer Beleg ist da“ anzeigen, auch wenn die Wallet geschlossen ist. Die Mitteilung nennt weder Händler noch Betrag.",
  "Your browser blocks notifications of this site. Allow them in the site’s settings, beside its address, then reload.":
    "Ihr Browser blockiert Mitteilungen dieser Seite. Erlauben Sie sie in den Einstellungen der Seite neben der Adresse, und laden Sie dann neu.",
  "Tell me about new receipts": "Über neue Belege informieren",
  Backup: "Sicherung",
  "Your keys exist on this device only. Without them, nobody can open your receipts, so save a backup.":
    "Ihre Schlüssel gibt es nur auf diesem Gerät. Ohne sie kann niemand Ihre Belege öffnen. Speichern Sie deshalb eine Sicherung.",
  "A key was added since your last backup. Save a new one, so that its receipts stay readable.":
    "Seit Ihrer letzten Sicherung ist ein Schlüssel hinzugekommen. Speichern Sie eine neue, damit seine Belege lesbar bleiben.",
  "Not now": "Nicht jetzt",
  "Back up": "Sichern",
  "A file with your keys, encrypted with a passphrase. The file is useless without the passphrase, even to you.":
    "Eine Datei mit Ihren Schlüsseln, mit einer Passphrase verschlüsselt. Ohne die Passphrase ist die Datei nutzlos, auch für Sie.",
  "Passphrase for the file": "Passphrase für die Datei",
  "At least 12 characters. Four random words work well.":
    "Mindestens 12 Zeichen. Gut eignen sich vier zufällige Wörter.",
  "Save the backup file": "Sicherungsdatei speichern",
  "Save a backup?": "Sicherung speichern?",
  "Your confirmation releases the keys into the encrypted file.":
    "Ihre Bestätigung gibt die Schlüssel für die verschlüsselte Datei frei.",
  "{fileName} is in your downloads. Restore it once on another device to be sure.":
    "{fileName} ist in Ihren Downloads. Stellen Sie die Datei zur Sicherheit einmal auf einem anderen Gerät wieder her.",
  Restore: "Wiederherstellen",
  "Restore this backup?": "Diese Sicherung wiederherstellen?",
  "Its keys are tested first. Then your confirmation locks them in this browser.":
    "Zuerst werden ihre Schlüssel geprüft. Dann schließt Ihre Bestätigung sie in diesem Browser ein.",
  "From a backup file made on this or another device. What is already here stays.":
    "Aus einer Sicherungsdatei von diesem oder einem anderen Gerät. Was schon hier ist, bleibt.",
  "Backup file": "Sicherungsdatei",
  "Passphrase of the file": "Passphrase der Datei",
  "The {card} is back. Its key opened a receipt just now.":
    "Die {card} ist wieder da. Ihr Schlüssel hat gerade einen Beleg geöffnet.",
  "The {card} is back. There was no receipt to open; the key passed a test of its own.":
    "Die {card} ist wieder da. Es gab keinen Beleg zu öffnen; der Schlüssel hat eine eigene Prüfung bestanden.",
  "The {card} was left out: the service no longer knows it, and its receipts can no longer be opened.":
    "Die {card} wurde ausgelassen: Der Dienst kennt sie nicht mehr, und ihre Belege lassen sich nicht mehr öffnen.",
  "Erase this device": "Dieses Gerät löschen",
  "Deletes all keys, cards, and kept receipts from this browser. The service keeps its sealed copies.":
    "Löscht alle Schlüssel, Karten und behaltenen Belege aus diesem Browser. Der Dienst behält seine versiegelten Kopien.",
  "Erase everything": "Alles löschen",
  "Erase the wallet on this device?": "Die Wallet auf diesem Gerät löschen?",
  "Its keys, cards, and kept receipts are deleted from this browser. Only a backup file brings the keys back; without one, the receipts of these cards can never be opened again.":
    "Ihre Schlüssel, Karten und behaltenen Belege werden aus diesem Browser gelöscht. Nur eine Sicherungsdatei bringt die Schlüssel zurück; ohne sie lassen sich die Belege dieser Karten nie wieder öffnen.",
  Cancel: "Abbrechen",
  "Show what you typed": "Eingabe anzeigen",
};
