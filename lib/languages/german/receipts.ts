/** The list of receipts, one receipt, its notes, and the receipts of a code. */
export const receipts = {
  Receipts: "Belege",
  Today: "Heute",
  Yesterday: "Gestern",
  "Add a receipt": "Beleg hinzufügen",
  "Add the receipt of your link": "Beleg Ihres Links hinzufügen",
  "First, add a card": "Fügen Sie zuerst eine Karte hinzu",
  "Receipts are sealed to the key of the card that paid. Add one, and what it pays for appears here.":
    "Belege werden für den Schlüssel der Karte versiegelt, mit der bezahlt wurde. Fügen Sie eine hinzu, und ihre Käufe erscheinen hier.",
  "Loading receipts": "Belege werden geladen",
  "{count} new receipts": { one: "1 neuer Beleg", other: "{count} neue Belege" },
  "Mark all as seen": "Alle als gesehen markieren",
  "Show older receipts": "Ältere Belege anzeigen",
  "No list on this device yet": "Noch keine Liste auf diesem Gerät",
  "Your receipts appear here once this device has reached the service.":
    "Ihre Belege erscheinen hier, sobald dieses Gerät den Dienst erreicht hat.",
  "No receipts yet": "Noch keine Belege",
  "Buy a coffee in the demo": "In der Demo einen Kaffee kaufen",
  "Open the terminal": "Terminal öffnen",
  "What you buy in the demo appears here, sealed.":
    "Was Sie in der Demo kaufen, erscheint hier versiegelt.",
  "Pay with one of your cards. The receipt appears here within seconds, sealed.":
    "Bezahlen Sie mit einer Ihrer Karten. Der Beleg erscheint hier nach wenigen Sekunden, versiegelt.",
  "No match on this device. Of a sealed receipt only the amount, the month, and the receipt number can be searched; what is inside can be once you keep it here.":
    "Kein Treffer auf diesem Gerät. Bei einem versiegelten Beleg lassen sich nur Betrag, Monat und Belegnummer durchsuchen; der Inhalt erst, wenn Sie ihn hier behalten.",
  "No receipts for this card.": "Keine Belege für diese Karte.",
  "Older receipts are not loaded yet.": "Ältere Belege sind noch nicht geladen.",
  "Show only": "Nur anzeigen",
  Business: "Geschäftlich",
  Warranty: "Garantie",
  "Total of your opened receipts": "Summe Ihrer geöffneten Belege",
  "Without {count} sealed receipts.": {
    one: "Ohne 1 versiegelten Beleg.",
    other: "Ohne {count} versiegelte Belege.",
  },
  "Without those that are not loaded yet.": "Ohne die noch nicht geladenen.",
  "{count} receipts are not opened yet": {
    one: "1 Beleg ist noch nicht geöffnet",
    other: "{count} Belege sind noch nicht geöffnet",
  },
  "Open the newest {count}": "Die neuesten {count} öffnen",
  "Open all new": "Alle neuen öffnen",
  "Open {count} receipts?": { one: "1 Beleg öffnen?", other: "{count} Belege öffnen?" },
  "Open new receipts": "Neue Belege öffnen",
  "Opening new receipts": "Neue Belege werden geöffnet",
  "Opening {opened} of {total}": "{opened} von {total} werden geöffnet",
  "{opened} of {total} receipts opened": "{opened} von {total} Belegen geöffnet",
  Dismiss: "Ausblenden",
  Stop: "Abbrechen",
  "Open the {count} that are left": {
    one: "Den übrigen öffnen",
    other: "Die übrigen {count} öffnen",
  },
  "Receipts opened": "Geöffnete Belege",
  "The service takes no more for a moment. It goes on in {seconds} s.":
    "Der Dienst nimmt gerade keine weiteren an. Es geht in {seconds} s weiter.",
  "See the receipt": "Beleg ansehen",
  "{count} receipts are kept on this device": {
    one: "1 Beleg ist auf diesem Gerät gespeichert",
    other: "{count} Belege sind auf diesem Gerät gespeichert",
  },
  "Open it": "Öffnen",
  "Open them": "Öffnen",
  "Open your kept receipts?": "Ihre behaltenen Belege öffnen?",
  "They are on this device: the service gives no access to them, and does not see which you open.":
    "Sie sind auf diesem Gerät: Der Dienst gewährt dafür keinen Zugriff und sieht nicht, welche Sie öffnen.",
  "Search receipts on this device": "Belege auf diesem Gerät durchsuchen",
  Search: "Suchen",
  "Searched on this device: shop, items, tags, and notes of opened receipts; amount, month, and number of all.":
    "Durchsucht wird auf diesem Gerät: Händler, Artikel, Schlagwörter und Notizen geöffneter Belege; Betrag, Monat und Nummer aller.",
  New: "Neu",
  "Opened before": "Schon geöffnet",
  "{shopTime} ({readerTime} your time)": "{shopTime} ({readerTime} Ihrer Zeit)",
  "On this device": "Auf diesem Gerät",
  "Lost phone’s key": "Schlüssel des verlorenen Handys",
  "Key not on this device": "Schlüssel nicht auf diesem Gerät",
  "For the receipt of {date}": "Zum Beleg vom {date}",
  "For an earlier receipt": "Zu einem früheren Beleg",
  "Refunded in full": "Vollständig erstattet",
  "{money} refunded": "{money} erstattet",
  "Kept receipt": "Behaltener Beleg",
  "Sealed receipt": "Versiegelter Beleg",
  "Kept credit note": "Behaltene Gutschrift",
  "Sealed credit note": "Versiegelte Gutschrift",
  "Loading the receipt": "Beleg wird geladen",
  "Open on this device": "Auf diesem Gerät öffnen",
  "Open this receipt?": "Diesen Beleg öffnen?",
  "Open this credit note?": "Diese Gutschrift öffnen?",
  "Kept on this device: the service gives no access to it, and does not see that you open it.":
    "Auf diesem Gerät gespeichert: Der Dienst gewährt dafür keinen Zugriff und sieht nicht, dass Sie ihn öffnen.",
  "You opened it on {date}. What was in it was not kept on this device, so opening it again takes your confirmation, and the service sees when. Once it is open, you can keep it here.":
    "Sie haben ihn am {date} geöffnet. Der Inhalt wurde nicht auf diesem Gerät gespeichert. Um ihn wieder zu öffnen, brauchen Sie Ihre Bestätigung, und der Dienst sieht, wann. Ist er geöffnet, können Sie ihn hier behalten.",
  "Credit note of {shop}": "Gutschrift von {shop}",
  "Receipt of {shop}": "Beleg von {shop}",
  "Refund for {sale}": "Erstattung zu: {sale}",
  "the receipt of {date}": "Beleg vom {date}",
  "an earlier receipt": "früherer Beleg",
  "from {shop}": "von {shop}",
  "Refund of {money}, {date}": "Erstattung von {money}, {date}",
  "The shop and the items are sealed inside. Only your keys open it.":
    "Händler und Artikel sind darin versiegelt. Nur Ihre Schlüssel öffnen ihn.",
  "It is waiting for its card to be added to a wallet.":
    "Er wartet darauf, dass seine Karte in eine Wallet kommt.",
  "Its card was not added in time, so its key was destroyed. It can no longer be opened.":
    "Seine Karte wurde nicht rechtzeitig hinzugefügt, daher wurde sein Schlüssel vernichtet. Er lässt sich nicht mehr öffnen.",
  "It was erased together with its key, and can no longer be opened.":
    "Er wurde samt seinem Schlüssel gelöscht und lässt sich nicht mehr öffnen.",
  "The payment did not go through, so its receipt was destroyed.":
    "Die Zahlung kam nicht zustande, daher wurde der Beleg vernichtet.",
  "Its card was not added in time, or what the till had sealed could not be opened. It can no longer be opened.":
    "Seine Karte wurde nicht rechtzeitig hinzugefügt, oder was die Kasse versiegelt hatte, ließ sich nicht öffnen. Er lässt sich nicht mehr öffnen.",
  "Came by your card’s account, as purchases with a phone do.":
    "Kam über das Konto Ihrer Karte, wie bei Käufen mit dem Handy.",
  "Came by your phone number.": "Kam über Ihre Telefonnummer.",
  "Came by your email address.": "Kam über Ihre E-Mail-Adresse.",
  "Claimed with its code.": "Mit seinem Code abgeholt.",
  "Sealed to the lost phone’s key": "Für den Schlüssel des verlorenen Handys versiegelt",
  "A backup file of that phone opens it here, and another device of yours that got it opens it there. Without either, it stays sealed: nobody else has the key.":
    "Eine Sicherungsdatei jenes Handys öffnet ihn hier, ein anderes Ihrer Geräte, das ihn erhalten hat, dort. Ohne beides bleibt er versiegelt: Niemand sonst hat den Schlüssel.",
  "Earlier receipts are sealed to the lost phone’s key":
    "Frühere Belege sind für den Schlüssel des verlorenen Handys versiegelt",
  "A backup file of that phone opens them here, and another device of yours that got them opens them there. Without either, they stay sealed: nobody else has the key.":
    "Eine Sicherungsdatei jenes Handys öffnet sie hier, ein anderes Ihrer Geräte, das sie erhalten hat, dort. Ohne beides bleiben sie versiegelt: Niemand sonst hat den Schlüssel.",
  "You are offline, and the service has this receipt. You can open it once you are back.":
    "Sie sind offline, und der Dienst hat diesen Beleg. Sie können ihn öffnen, sobald Sie wieder online sind.",
  "You are offline, and checking your PIN needs a connection. With a passkey it would not.":
    "Sie sind offline, und Ihre PIN lässt sich nur mit einer Verbindung prüfen. Mit einem Passkey ginge es ohne.",
  "Kept on this device, encrypted. It opens here without asking for it again; with a passkey, even offline. Removing it removes your notes, too.":
    "Verschlüsselt auf diesem Gerät gespeichert. Er öffnet sich hier, ohne erneut angefordert zu werden; mit einem Passkey sogar offline. Wenn Sie ihn entfernen, verschwinden auch Ihre Notizen.",
  "Opened on this device. Once you close or reload this page, it takes your confirmation to open it again. Keep it to add tags and notes.":
    "Auf diesem Gerät geöffnet. Wenn Sie die Seite schließen oder neu laden, brauchen Sie Ihre Bestätigung, um ihn wieder zu öffnen. Behalten Sie ihn, um Schlagwörter und Notizen hinzuzufügen.",
  "Remove it from this device": "Von diesem Gerät entfernen",
  "Keep it on this device": "Auf diesem Gerät behalten",
  "Keep opened receipts on this device": "Geöffnete Belege auf diesem Gerät behalten",
  "Keep opened receipts?": "Geöffnete Belege behalten?",
  "Your confirmation locks their key on this device.":
    "Ihre Bestätigung schließt ihren Schlüssel auf diesem Gerät ein.",
  Print: "Drucken",
  Share: "Teilen",
  "This receipt is too long for pictures, so only its text is shared.":
    "Dieser Beleg ist zu lang für Bilder, deshalb wird nur sein Text geteilt.",
  "This device could not share it. Print it instead.":
    "Dieses Gerät konnte ihn nicht teilen. Drucken Sie ihn stattdessen.",
  "Receipt number": "Belegnummer",
  Transaction: "Transaktion",
  Payment: "Zahlung",
  "Your notes": "Ihre Notizen",
  "They stay on this device, encrypted with the receipt. You can search for them.":
    "Sie bleiben auf diesem Gerät, mit dem Beleg verschlüsselt. Sie können danach suchen.",
  "Warranty until": "Garantie bis",
  "As the receipt says.": "Wie auf dem Beleg angegeben.",
  "The wallet reminds you {days} days before, once you have opened it.":
    "Die Wallet erinnert Sie {days} Tage vorher, sobald Sie sie geöffnet haben.",
  Note: "Notiz",
  "Saved on this device.": "Auf diesem Gerät gespeichert.",
  Tags: "Schlagwörter",
  Travel: "Reise",
  "A receipt has up to {max} tags.": "Ein Beleg hat bis zu {max} Schlagwörter.",
  Add: "Hinzufügen",
  "Tags of this receipt": "Schlagwörter dieses Belegs",
  "Remove {tag}": "{tag} entfernen",
  "Your other tags": "Ihre anderen Schlagwörter",
  "Add {tag}": "{tag} hinzufügen",
  "Warranties that end soon": "Garantien, die bald enden",
  "Its warranty ends today": "Die Garantie endet heute",
  "Its warranty ends on {date}, in {count} days": {
    one: "Die Garantie endet am {date}, in 1 Tag",
    other: "Die Garantie endet am {date}, in {count} Tagen",
  },
  Hide: "Ausblenden",
  "A receipt is sealed to the key of a card in this wallet.":
    "Ein Beleg wird für den Schlüssel einer Karte in dieser Wallet versiegelt.",
  "The code of your link is kept in this tab until then.":
    "Der Code Ihres Links bleibt bis dahin in diesem Tab gespeichert.",
  "Your link holds the code of a receipt. Once it is added, it is sealed to the key on this device.":
    "Ihr Link enthält den Code eines Belegs. Ist er hinzugefügt, ist er für den Schlüssel auf diesem Gerät versiegelt.",
  "For a purchase with a card that is not in this wallet: scan the code that the till shows or prints, or type it.":
    "Für einen Kauf mit einer Karte, die nicht in dieser Wallet ist: Scannen Sie den Code, den die Kasse zeigt oder druckt, oder geben Sie ihn ein.",
  "Code or link": "Code oder Link",
  "A code is clm_ and 27 letters and digits.":
    "Ein Code besteht aus clm_ und 27 Buchstaben und Ziffern.",
  "Add it to": "Hinzufügen zu",
  "Add this receipt": "Diesen Beleg hinzufügen",
  "The payment is not complete yet. This page tries again by itself.":
    "Die Zahlung ist noch nicht abgeschlossen. Diese Seite versucht es von selbst erneut.",
  "It was added to this card before.": "Er wurde dieser Karte schon hinzugefügt.",
  "It is sealed to the key on this device, and its code opens nothing for anyone else.":
    "Er ist für den Schlüssel auf diesem Gerät versiegelt, und sein Code öffnet niemand anderem etwas.",
  "You already have this receipt": "Sie haben diesen Beleg schon",
  "Your receipt is here": "Ihr Beleg ist da",
  "Go to the receipt": "Zum Beleg",
  "You already have this credit note": "Sie haben diese Gutschrift schon",
  "Your credit note is here": "Ihre Gutschrift ist da",
  "Go to the credit note": "Zur Gutschrift",
  "Stop the camera": "Kamera ausschalten",
  "Scan with the camera": "Mit der Kamera scannen",
  "What the camera sees": "Bild der Kamera",
  "Starting the camera. Your browser may ask for it.":
    "Die Kamera startet. Ihr Browser fragt vielleicht danach.",
  "Point the camera at the code. The picture stays on this device.":
    "Richten Sie die Kamera auf den Code. Das Bild bleibt auf diesem Gerät.",
  "That is not a receipt code. Point the camera at the one that the till shows or prints.":
    "Das ist kein Belegcode. Richten Sie die Kamera auf den, den die Kasse zeigt oder druckt.",
  "The camera is blocked for this page": "Die Kamera ist für diese Seite gesperrt",
  "Allow it in the browser’s settings for this site, or type the code.":
    "Erlauben Sie sie in den Einstellungen des Browsers für diese Seite, oder geben Sie den Code ein.",
  "No camera was found": "Es wurde keine Kamera gefunden",
  "Type or paste the code instead.": "Geben Sie den Code stattdessen ein, oder fügen Sie ihn ein.",
  "The camera is in use or did not start":
    "Die Kamera wird schon verwendet oder ist nicht gestartet",
  "Close other apps that use it and scan again, or type the code.":
    "Schließen Sie andere Apps, die sie verwenden, und scannen Sie erneut, oder geben Sie den Code ein.",
  "This browser does not support the camera": "Dieser Browser unterstützt die Kamera nicht",
  "Your receipt": "Ihr Beleg",
  "Looking for a wallet on this device": "Auf diesem Gerät wird nach einer Wallet gesucht",
  "This link has no code": "Dieser Link hat keinen Code",
  "It ends with # and the code of a receipt, which begins with clm_. Scan the code again, or open the whole link. If you have the code, you can type it in the wallet.":
    "Er endet mit # und dem Code eines Belegs, der mit clm_ beginnt. Scannen Sie den Code noch einmal, oder öffnen Sie den vollständigen Link. Wenn Sie den Code haben, können Sie ihn in der Wallet eingeben.",
  "Type the code in the demo wallet": "Code in der Demo-Wallet eingeben",
  "Your receipt belongs in your card’s app": "Ihr Beleg gehört in die App Ihrer Karte",
  "Open the app of the bank that issued your card, and scan this code there or paste it. Anyone who has the code can get the receipt, as with paper.":
    "Öffnen Sie die App der Bank, die Ihre Karte herausgegeben hat, und scannen Sie diesen Code dort, oder fügen Sie ihn ein. Wer den Code hat, kann den Beleg bekommen, wie bei Papier.",
  Code: "Code",
  "This service has a demo wallet, which stands in for such an app. There is none in this browser yet. If you have one on your Home Screen, paste the code there.":
    "Dieser Dienst hat eine Demo-Wallet, die für eine solche App steht. In diesem Browser gibt es noch keine. Wenn Sie eine auf Ihrem Home-Bildschirm haben, fügen Sie den Code dort ein.",
  "Use the demo wallet here": "Hier die Demo-Wallet verwenden",
};
