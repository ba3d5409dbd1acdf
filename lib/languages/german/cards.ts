/** Cards, their keys, and the way to a new phone. */
export const cards = {
  "Test card": "Testkarte",
  card: "Karte",
  "card that ends in {last4}": "Karte mit der Endung {last4}",
  "not finished": "nicht abgeschlossen",
  "ends in": "endet auf",
  "All cards": "Alle Karten",
  Cards: "Karten",
  "No cards yet": "Noch keine Karten",
  "The number is hashed in this browser. It is neither sent nor stored.":
    "Aus der Nummer wird in diesem Browser ein Hash gebildet. Sie wird weder gesendet noch gespeichert.",
  "Move {card} up": "{card} nach oben",
  "Move {card} down": "{card} nach unten",
  "Add a card": "Karte hinzufügen",
  "Add this card": "Diese Karte hinzufügen",
  "Add this card?": "Diese Karte hinzufügen?",
  "Your confirmation unlocks this wallet, where the card’s new key is kept.":
    "Ihre Bestätigung entsperrt diese Wallet, in der der neue Schlüssel der Karte aufbewahrt wird.",
  "This browser hashes the number with SHA-256 and sends only the hash. A number you type is not stored: this device keeps its last four digits. A test number from below is kept, so that you can pay with it.":
    "Dieser Browser bildet aus der Nummer einen Hash (SHA-256) und sendet nur diesen. Eine Nummer, die Sie eingeben, wird nicht gespeichert: Das Gerät merkt sich die letzten vier Ziffern. Eine Testnummer von unten bleibt erhalten, damit Sie damit bezahlen können.",
  "Card number": "Kartennummer",
  "card number": "Kartennummer",
  "A card number has digits only.": "Eine Kartennummer besteht nur aus Ziffern.",
  "That is one digit too many.": "Das ist eine Ziffer zu viel.",
  "A digit is wrong: the check digit does not match.":
    "Eine Ziffer ist falsch: Die Prüfziffer passt nicht.",
  "Your card is ready": "Ihre Karte ist bereit",
  "{count} receipts were waiting for you": {
    one: "1 Beleg hat auf Sie gewartet",
    other: "{count} Belege haben auf Sie gewartet",
  },
  "From now on, its receipts are sealed to the key on this device.":
    "Ab jetzt werden ihre Belege für den Schlüssel auf diesem Gerät versiegelt.",
  "They were in escrow. Now they are sealed to the key on this device, and the service no longer has a key to them.":
    {
      one: "Er war in Verwahrung. Jetzt ist er für den Schlüssel auf diesem Gerät versiegelt, und der Dienst hat keinen Schlüssel mehr dazu.",
      other:
        "Sie waren in Verwahrung. Jetzt sind sie für den Schlüssel auf diesem Gerät versiegelt, und der Dienst hat keinen Schlüssel mehr dazu.",
    },
  "Its key, in words": "Ihr Schlüssel in Worten",
  "The card’s issuer sees the same eight words in its console, so that both can tell that it is this key.":
    "Der Herausgeber der Karte sieht in seiner Konsole dieselben acht Wörter. So erkennen beide, dass es dieser Schlüssel ist.",
  "The {used} key from your first attempt is in use, because the service may have had it already. On the card’s page you can create a {chosen} key.":
    "Der {used}-Schlüssel Ihres ersten Versuchs wird verwendet, weil der Dienst ihn vielleicht schon hatte. Auf der Seite der Karte können Sie einen {chosen}-Schlüssel erzeugen.",
  "Go to your receipts": "Zu Ihren Belegen",
  "See your receipts": "Belege ansehen",
  "How receipts find you": "Wie Belege zu Ihnen finden",
  "The service keeps a keyed hash of each one, never the value itself. A receipt arrives if its till sends one of them.":
    "Der Dienst speichert von jeder Kennung einen Hash mit Schlüssel, nie den Wert selbst. Ein Beleg kommt an, wenn die Kasse eine davon sendet.",
  "since {date}": "seit {date}",
  "This card": "Diese Karte",
  "Phones with this card": "Handys mit dieser Karte",
  "A phone number": "Eine Telefonnummer",
  "An email address": "Eine E-Mail-Adresse",
  "Your bank’s customer number": "Ihre Kundennummer bei der Bank",
  "Receive purchases by phone as well": "Auch Käufe mit dem Handy empfangen",
  "Add a phone number": "Telefonnummer hinzufügen",
  "With a plus sign and the country code. It is hashed here and not stored.":
    "Mit Pluszeichen und Landesvorwahl. Hier wird ein Hash daraus gebildet; sie wird nicht gespeichert.",
  "Add this number": "Diese Nummer hinzufügen",
  "This card already has this number.": "Diese Karte hat diese Nummer schon.",
  "Added. Receipts for this number arrive here from now on.":
    "Hinzugefügt. Belege für diese Nummer kommen ab jetzt hier an.",
  "Added, and {count} receipts were waiting for it.": {
    one: "Hinzugefügt; 1 Beleg hat darauf gewartet.",
    other: "Hinzugefügt; {count} Belege haben darauf gewartet.",
  },
  "must not be empty": "Dieses Feld darf nicht leer sein.",
  "has a 0 in parentheses, which is not part of it abroad":
    "Lassen Sie die 0 in Klammern weg: Im Ausland gehört sie nicht zur Nummer.",
  "contains something other than digits": "Die Nummer enthält etwas anderes als Ziffern.",
  "must begin with a plus sign and the country code, such as +1 or +49":
    "Die Nummer muss mit Pluszeichen und Landesvorwahl beginnen, etwa +49 oder +1.",
  "must begin with a country code: none begins with 0":
    "Die Nummer muss mit einer Landesvorwahl beginnen: Keine beginnt mit 0.",
  "is incomplete": "Die Nummer ist unvollständig.",
  "has too many digits: 15 is the most":
    "Die Nummer hat zu viele Ziffern: Höchstens 15 sind möglich.",
  "must have 128 characters or fewer": "Höchstens 128 Zeichen sind möglich.",
  "must be an address such as ada@example.com": "Geben Sie eine Adresse wie ada@example.com ein.",
  "must have 29 letters and digits": "Es müssen 29 Buchstaben und Ziffern sein.",
  "Name on this device": "Name auf diesem Gerät",
  Groceries: "Einkäufe",
  Save: "Speichern",
  "This card is not on this device.": "Diese Karte ist nicht auf diesem Gerät.",
  "Your {card}": "Ihre {card}",
  "The service did not answer when this card was added. Add it again with its number: the key created for it is used again.":
    "Der Dienst hat beim Hinzufügen dieser Karte nicht geantwortet. Fügen Sie sie mit ihrer Nummer erneut hinzu: Der dafür erzeugte Schlüssel wird wieder verwendet.",
  "Keys on this device": "Schlüssel auf diesem Gerät",
  "Type of a new key": "Art eines neuen Schlüssels",
  "Key type": "Art des Schlüssels",
  "Standard (RSA)": "Standard (RSA)",
  "Compatible with phone hardware (P-256)": "Passend zur Hardware von Handys (P-256)",
  "Create a new key": "Neuen Schlüssel erzeugen",
  "Create a new key?": "Neuen Schlüssel erzeugen?",
  "New receipts are sealed to it. The old key stays here for older ones.":
    "Neue Belege werden für ihn versiegelt. Der alte bleibt für ältere Belege hier.",
  "In use": "In Verwendung",
  "For older receipts": "Für ältere Belege",
  "created {date}": "erzeugt am {date}",
  "key id": "Schlüssel-ID",
  "Receipts sealed to this key will no longer open on this device. Only a backup can bring it back.":
    "Belege, die für diesen Schlüssel versiegelt sind, lassen sich auf diesem Gerät nicht mehr öffnen. Nur eine Sicherung bringt ihn zurück.",
  "Delete the key": "Schlüssel löschen",
  "Keep it": "Behalten",
  "Delete from this device": "Von diesem Gerät löschen",
  "Remove this card": "Diese Karte entfernen",
  "Remove the {card}?": "{card} entfernen?",
  "Remove the card": "Karte entfernen",
  "Its keys and its kept receipts are deleted from this device, and only a backup file can bring the keys back. Without one, its receipts can never be opened again. Nothing changes at the service.":
    "Ihre Schlüssel und die behaltenen Belege werden von diesem Gerät gelöscht, und nur eine Sicherungsdatei bringt die Schlüssel zurück. Ohne sie lassen sich die Belege dieser Karte nie wieder öffnen. Beim Dienst ändert sich nichts.",
  "Just trying it out?": "Möchten Sie es nur ausprobieren?",
  "A generated number is yours alone. The well-known ones may already be taken.":
    "Eine erzeugte Nummer gehört nur Ihnen. Die bekannten sind vielleicht schon vergeben.",
  "Generate a test card": "Testkarte erzeugen",
  "Well-known test cards of each brand": "Bekannte Testkarten aller Marken",
  "These are public test numbers. They are not real cards, and no bank accepts them.":
    "Das sind öffentliche Testnummern. Es sind keine echten Karten, und keine Bank nimmt sie an.",
  "Test card number": "Nummer der Testkarte",
  Copy: "Kopieren",
  "Pay with this card at the terminal": "Mit dieser Karte am Terminal bezahlen",
  ", in a new tab": ", in einem neuen Tab",
  "A receipt is waiting for its card": "Ein Beleg wartet auf seine Karte",
  "You opened its link, and its code is kept in this tab.":
    "Sie haben seinen Link geöffnet, und der Code ist in diesem Tab gespeichert.",
  "Add it now": "Jetzt hinzufügen",
  "Receipts from another phone": "Belege von einem anderen Handy",
  "Loading the form": "Formular wird geladen",
  "Had receipts on another phone?": "Haben Sie Belege auf einem anderen Handy?",
  "A backup file brings everything back.": "Eine Sicherungsdatei bringt alles zurück.",
  "Restore a backup": "Sicherung wiederherstellen",
  "Lost the old phone?": "Altes Handy verloren?",
  "Your bank can let this phone take its place. It needs no card number, and never gets a key.":
    "Ihre Bank kann dieses Handy an seine Stelle setzen. Sie braucht dafür keine Kartennummer und erhält nie einen Schlüssel.",
  "Show this to your bank": "Der Bank zeigen",
  "All receipts": "Alle Belege",
  "Call your bank, or visit a branch. This phone creates a key of its own and shows a code. Tell your bank the code and eight words, and new receipts open here.":
    "Rufen Sie Ihre Bank an, oder besuchen Sie eine Filiale. Dieses Handy erzeugt einen eigenen Schlüssel und zeigt einen Code. Nennen Sie Ihrer Bank den Code und acht Wörter, dann lassen sich neue Belege hier öffnen.",
  "Past receipts stay sealed to the lost phone’s key. A backup file or another device of yours opens them; your bank cannot, and neither can this service.":
    "Frühere Belege bleiben für den Schlüssel des verlorenen Handys versiegelt. Eine Sicherungsdatei oder ein anderes Ihrer Geräte öffnet sie; Ihre Bank kann das nicht und dieser Dienst auch nicht.",
  "Get a code": "Code anfordern",
  "Get another code": "Neuen Code anfordern",
  "Create a key for this phone?": "Schlüssel für dieses Handy erzeugen?",
  "Your confirmation locks it in this wallet. Your bank gets the public half alone.":
    "Ihre Bestätigung schließt ihn in dieser Wallet ein. Ihre Bank erhält nur die öffentliche Hälfte.",
  "Your bank refused this code": "Ihre Bank hat diesen Code abgelehnt",
  "If the words were not the same, someone may have shown your bank another phone. Begin again: this phone then creates another key.":
    "Waren die Wörter nicht dieselben, hat Ihrer Bank vielleicht jemand ein anderes Handy gezeigt. Beginnen Sie von vorn: Dieses Handy erzeugt dann einen neuen Schlüssel.",
  "Begin again": "Von vorn beginnen",
  "The code has expired": "Der Code ist abgelaufen",
  "Nothing has changed. Get another one; the eight words stay the same.":
    "Es hat sich nichts geändert. Fordern Sie einen neuen an; die acht Wörter bleiben gleich.",
  "Your bank has approved this phone": "Ihre Bank hat dieses Handy bestätigt",
  "The card is in this wallet already. Confirm once more to add the new key to it.":
    "Die Karte ist schon in dieser Wallet. Bestätigen Sie noch einmal, um ihr den neuen Schlüssel hinzuzufügen.",
  "Add the new key": "Neuen Schlüssel hinzufügen",
  "Add the new key to your card?": "Ihrer Karte den neuen Schlüssel hinzufügen?",
  "The card is in this wallet already. New receipts are sealed to the new key.":
    "Die Karte ist schon in dieser Wallet. Neue Belege werden für den neuen Schlüssel versiegelt.",
  "This phone has your card now": "Dieses Handy hat jetzt Ihre Karte",
  "New receipts open here. Past ones are in the list, sealed to the lost phone’s key: a backup file opens them here, or another device of yours there.":
    "Neue Belege lassen sich hier öffnen. Frühere stehen in der Liste, versiegelt für den Schlüssel des verlorenen Handys: Eine Sicherungsdatei öffnet sie hier, ein anderes Ihrer Geräte dort.",
  "Go to the receipts": "Zu den Belegen",
  "1. Tell your bank this code": "1. Nennen Sie Ihrer Bank diesen Code",
  "Valid until {time}, and once": "Gültig bis {time} und nur einmal",
  "QR code of this code": "QR-Code dieses Codes",
  "2. When your bank asks, read out these eight words":
    "2. Wenn Ihre Bank danach fragt, lesen Sie diese acht Wörter vor",
  "Your bank sees the words of the phone that shows the code. If they are not the same, it is not this phone.":
    "Ihre Bank sieht die Wörter des Handys, das den Code zeigt. Sind es nicht dieselben, ist es nicht dieses Handy.",
  "Waiting for your bank. This page goes on by itself once it has approved this phone.":
    "Warten auf Ihre Bank. Sobald sie dieses Handy bestätigt hat, geht es hier von selbst weiter.",
};
