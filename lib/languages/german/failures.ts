/** What goes wrong, and what to do about it. */
export const failures = {
  "You did not confirm": "Sie haben nicht bestätigt",
  "Nothing has changed. Confirm again when you are ready.":
    "Es hat sich nichts geändert. Bestätigen Sie erneut, wenn Sie so weit sind.",
  "That PIN is wrong": "Diese PIN ist falsch",
  "Nothing was opened.": "Es wurde nichts geöffnet.",
  "Too many wrong PINs": "Zu viele falsche PINs",
  "Wait until the time is up, or confirm with your passkey.":
    "Warten Sie, bis die Zeit abgelaufen ist, oder bestätigen Sie mit Ihrem Passkey.",
  "Your PIN needs a connection": "Für Ihre PIN brauchen Sie eine Verbindung",
  "The service limits how often a PIN can be tried, so checking yours takes a connection. Try again when you are back online; a passkey works offline, too.":
    "Der Dienst begrenzt, wie oft eine PIN versucht werden kann. Deshalb lässt sie sich nur mit einer Verbindung prüfen. Versuchen Sie es erneut, sobald Sie wieder online sind; ein Passkey funktioniert auch offline.",
  "This PIN no longer works": "Diese PIN gilt nicht mehr",
  "It was wrong too many times. Confirm with your passkey and set a new PIN, or restore your backup.":
    "Sie wurde zu oft falsch eingegeben. Bestätigen Sie mit Ihrem Passkey und legen Sie eine neue PIN fest, oder stellen Sie Ihre Sicherung wieder her.",
  "This PIN is too easy to guess": "Diese PIN ist zu leicht zu erraten",
  "Use 6 to 12 digits, not all the same and not in a row.":
    "Wählen Sie 6 bis 12 Ziffern, nicht alle gleich und nicht der Reihe nach.",
  "This device’s passkeys cannot protect a key":
    "Die Passkeys dieses Geräts können keinen Schlüssel schützen",
  "Use a PIN instead.": "Verwenden Sie stattdessen eine PIN.",
  "This method is not set up on this device":
    "Diese Methode ist auf diesem Gerät nicht eingerichtet",
  "Use the other one, or set this one up under Security.":
    "Verwenden Sie die andere, oder richten Sie diese unter „Sicherheit“ ein.",
  "This browser already has a wallet": "In diesem Browser gibt es schon eine Wallet",
  "Reload the page to see it; another tab may have created it.":
    "Laden Sie die Seite neu, um sie zu sehen; vielleicht wurde sie in einem anderen Tab angelegt.",
  "How you confirm was changed in another tab":
    "Ihre Bestätigung wurde in einem anderen Tab geändert",
  "Nothing was changed here: what you set up there is in use.":
    "Hier wurde nichts geändert: Es gilt, was Sie dort eingerichtet haben.",
  "The key was locked again": "Der Schlüssel wurde wieder gesperrt",
  "This page was in the background for more than a minute. Confirm again.":
    "Diese Seite war länger als eine Minute im Hintergrund. Bestätigen Sie erneut.",
  "The keys on this device are damaged": "Die Schlüssel auf diesem Gerät sind beschädigt",
  "Your confirmation was correct, but the key does not open. Restore your backup.":
    "Ihre Bestätigung war richtig, aber der Schlüssel lässt sich nicht öffnen. Stellen Sie Ihre Sicherung wieder her.",
  "The browser’s storage is not responding": "Der Speicher des Browsers antwortet nicht",
  "A private window or a full disk may be the cause. Free some space, then try again.":
    "Ursache kann ein privates Fenster oder ein voller Speicher sein. Schaffen Sie Platz und versuchen Sie es erneut.",
  "Your consent has expired": "Ihre Freigabe ist abgelaufen",
  "A consent opens one receipt within a few minutes. Confirm again.":
    "Eine Freigabe öffnet einen Beleg innerhalb weniger Minuten. Bestätigen Sie erneut.",
  "This receipt was sealed to another key":
    "Dieser Beleg wurde für einen anderen Schlüssel versiegelt",
  "The key is not on this device. Restore the backup that holds it, or open the receipt on the device that has it.":
    "Der Schlüssel ist nicht auf diesem Gerät. Stellen Sie die Sicherung wieder her, die ihn enthält, oder öffnen Sie den Beleg auf dem Gerät, das ihn hat.",
  "This envelope was changed after it was sealed":
    "Dieser Umschlag wurde nach dem Versiegeln verändert",
  "It does not open, and none of it is shown. Tell your bank that the receipt it keeps is not the one that was sealed.":
    "Er lässt sich nicht öffnen, und nichts davon wird angezeigt. Teilen Sie Ihrer Bank mit, dass der gespeicherte Beleg nicht der versiegelte ist.",
  "This envelope does not open": "Dieser Umschlag lässt sich nicht öffnen",
  "The till sealed it wrongly, or it was changed since. Ask the shop for another receipt.":
    "Die Kasse hat ihn falsch versiegelt, oder er wurde seitdem verändert. Bitten Sie den Händler um einen neuen Beleg.",
  "What is sealed inside is not a receipt": "Was darin versiegelt ist, ist kein Beleg",
  "This wallet cannot read it. Ask the shop for another receipt.":
    "Diese Wallet kann es nicht lesen. Bitten Sie den Händler um einen neuen Beleg.",
  "There is no longer a receipt to open": "Es gibt keinen Beleg mehr zu öffnen",
  "It expired before the card was added, or it was erased. The payment itself is not affected.":
    "Er ist abgelaufen, bevor die Karte hinzugefügt wurde, oder er wurde gelöscht. Die Zahlung selbst ist davon nicht betroffen.",
  "The service does not know this receipt": "Der Dienst kennt diesen Beleg nicht",
  "Check the list again; it may belong to another card.":
    "Sehen Sie noch einmal in der Liste nach; vielleicht gehört er zu einer anderen Karte.",
  "This card is already in a wallet": "Diese Karte ist schon in einer Wallet",
  "Restore the backup of the wallet that has it, or use another card.":
    "Stellen Sie die Sicherung jener Wallet wieder her, oder verwenden Sie eine andere Karte.",
  "This is already registered elsewhere": "Das ist schon anderswo registriert",
  "It leads to another card of yours, or to another person. Your bank can end it there.":
    "Es führt zu einer anderen Ihrer Karten oder zu einer anderen Person. Ihre Bank kann das dort beenden.",
  "This card has as many identifiers as it can have": "Mehr Kennungen kann diese Karte nicht haben",
  "Ask your bank to end one that you no longer need, then add this one.":
    "Bitten Sie Ihre Bank, eine zu beenden, die Sie nicht mehr brauchen, und fügen Sie dann diese hinzu.",
  "This card is no longer on this device": "Diese Karte ist nicht mehr auf diesem Gerät",
  "It was removed, perhaps in another tab. Add it again, or restore the backup that has its keys.":
    "Sie wurde entfernt, vielleicht in einem anderen Tab. Fügen Sie sie erneut hinzu, oder stellen Sie die Sicherung mit ihren Schlüsseln wieder her.",
  "The service did not accept the new key": "Der Dienst hat den neuen Schlüssel nicht angenommen",
  "The card keeps the key that it has. Try again.":
    "Die Karte behält ihren bisherigen Schlüssel. Versuchen Sie es erneut.",
  "A card in this wallet was erased by the service":
    "Eine Karte dieser Wallet wurde vom Dienst gelöscht",
  "Its receipts can no longer be opened. Add the card again, and its new receipts will arrive here.":
    "Ihre Belege lassen sich nicht mehr öffnen. Fügen Sie die Karte erneut hinzu, dann kommen neue Belege wieder hier an.",
  "This visit of the demo has ended": "Dieser Besuch der Demo ist beendet",
  "Its card, payments, and receipts are deleted. Another visit begins with a new card.":
    "Karte, Zahlungen und Belege sind gelöscht. Ein weiterer Besuch beginnt mit einer neuen Karte.",
  "You are signed out": "Sie sind abgemeldet",
  "Sign in again. Your keys stay on this device.":
    "Melden Sie sich wieder an. Ihre Schlüssel bleiben auf diesem Gerät.",
  "Your account is not allowed to do this": "Ihr Konto darf das nicht",
  "Ask an owner of your organization for permission.":
    "Bitten Sie einen Inhaber Ihrer Organisation um die Berechtigung.",
  "You did not confirm that it is you": "Sie haben nicht bestätigt, dass Sie es sind",
  "Nothing has changed. Try again, and use your password or passkey.":
    "Es hat sich nichts geändert. Versuchen Sie es erneut mit Ihrem Passwort oder Passkey.",
  "Too many requests": "Zu viele Anfragen",
  "Wait a moment, then try again.": "Warten Sie einen Moment und versuchen Sie es dann erneut.",
  "You are offline": "Sie sind offline",
  "This needs a connection. Try again when you are back.":
    "Dafür brauchen Sie eine Verbindung. Versuchen Sie es erneut, sobald Sie wieder online sind.",
  "This browser cannot receive notifications right now":
    "Dieser Browser kann gerade keine Mitteilungen empfangen",
  "Its push service does not answer, or is turned off in the browser’s settings. New receipts still appear here.":
    "Sein Push-Dienst antwortet nicht oder ist in den Einstellungen des Browsers ausgeschaltet. Neue Belege erscheinen trotzdem hier.",
  "The service is not responding": "Der Dienst antwortet nicht",
  "Your keys are safe on this device. Try again in a moment.":
    "Ihre Schlüssel sind auf diesem Gerät sicher. Versuchen Sie es gleich noch einmal.",
  "The wallet does not understand the service’s answer":
    "Die Wallet versteht die Antwort des Dienstes nicht",
  "Reload the page; it may be older than the service.":
    "Laden Sie die Seite neu; sie ist vielleicht älter als der Dienst.",
  "That passphrase does not open this backup": "Diese Passphrase öffnet die Sicherung nicht",
  "Check for a typo, or choose another file.":
    "Prüfen Sie die Eingabe auf Tippfehler, oder wählen Sie eine andere Datei.",
  "This passphrase is too short": "Diese Passphrase ist zu kurz",
  "Use at least 12 characters; four random words work well.":
    "Verwenden Sie mindestens 12 Zeichen; gut eignen sich vier zufällige Wörter.",
  "This file is not a backup of this wallet": "Diese Datei ist keine Sicherung dieser Wallet",
  "Choose the file that this wallet saved, unchanged.":
    "Wählen Sie die Datei, die diese Wallet gespeichert hat, unverändert.",
  "The key in this backup does not work": "Der Schlüssel in dieser Sicherung funktioniert nicht",
  "Nothing was restored. Choose another backup file.":
    "Es wurde nichts wiederhergestellt. Wählen Sie eine andere Sicherungsdatei.",
  "No receipt can be claimed with this code": "Mit diesem Code lässt sich kein Beleg abholen",
  "It may be mistyped or expired, or its receipt has been delivered already: to another card of yours, or to someone else. The service does not say which.":
    "Vielleicht ist er falsch eingegeben oder abgelaufen, oder der Beleg wurde schon zugestellt: an eine andere Ihrer Karten oder an jemand anderen. Der Dienst sagt nicht, was zutrifft.",
  "The payment is not complete yet": "Die Zahlung ist noch nicht abgeschlossen",
  "Its receipt can be claimed once it is. Try again in a moment.":
    "Danach lässt sich der Beleg abholen. Versuchen Sie es gleich noch einmal.",
  "This code has ended": "Dieser Code gilt nicht mehr",
  "It was used, canceled, or replaced in another tab. Reload the page to see what became of it.":
    "Er wurde verwendet, abgebrochen oder in einem anderen Tab ersetzt. Laden Sie die Seite neu, um den Stand zu sehen.",
  "Something went wrong on this page": "Auf dieser Seite ist etwas schiefgegangen",
  "Your keys are safe on this device. Reload the page and try again.":
    "Ihre Schlüssel sind auf diesem Gerät sicher. Laden Sie die Seite neu und versuchen Sie es erneut.",
  "Try again": "Erneut versuchen",
  "Begin another visit": "Neuen Besuch beginnen",
  "This screen could not be loaded": "Diese Ansicht konnte nicht geladen werden",
  "A new version is here": "Es gibt eine neue Version",
  "This page was opened before an upgrade, and cannot load the rest of itself.":
    "Diese Seite wurde vor einer Aktualisierung geöffnet und kann ihre übrigen Teile nicht mehr laden.",
  "What you typed here and have not sent is lost when you reload.":
    "Was Sie hier eingegeben und noch nicht abgesendet haben, geht beim Neuladen verloren.",
  "Reload the page": "Seite neu laden",
  "The service cannot be reached": "Der Dienst ist nicht erreichbar",
  "This part could not be loaded. What is already here stays.":
    "Dieser Teil konnte nicht geladen werden. Was schon da ist, bleibt.",
};
