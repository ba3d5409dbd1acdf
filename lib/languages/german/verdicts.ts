/** What is proven about a receipt, and what contradicts it. */
export const verdicts = {
  "Sealed for a key that is not this device’s":
    "Für einen Schlüssel versiegelt, der nicht von diesem Gerät ist",
  "The till was given a key that is not yours. The owner of that key could read this receipt, and change it before it came here. Ask the shop for a printed one, and tell your bank.":
    "Die Kasse hat einen Schlüssel erhalten, der nicht Ihrer ist. Wer ihn besitzt, konnte diesen Beleg lesen und verändern, bevor er hier ankam. Bitten Sie den Händler um einen gedruckten Beleg, und informieren Sie Ihre Bank.",
  "Sealed for a key that this device had replaced":
    "Für einen Schlüssel versiegelt, den dieses Gerät ersetzt hatte",
  "This device replaced that key on {date}, well before the sale, and the till was given it all the same. If the old key is in other hands, they could read this receipt. Tell your bank.":
    "Dieses Gerät hat den Schlüssel am {date} ersetzt, lange vor dem Kauf, und die Kasse hat ihn dennoch erhalten. Ist der alte Schlüssel in fremden Händen, konnte dieser Beleg gelesen werden. Informieren Sie Ihre Bank.",
  "It claims to have been sealed at the till, but the service sealed it":
    "Er gibt an, an der Kasse versiegelt zu sein, aber der Dienst hat ihn versiegelt",
  "The service lists it as one that it sealed itself, so it had this receipt, and the claim inside is not true.":
    "Der Dienst führt ihn als selbst versiegelt. Er hatte diesen Beleg also, und die Angabe darin stimmt nicht.",
  "It does not say for whom it was sealed": "Er nennt nicht, für wen er versiegelt wurde",
  "It claims to have been sealed at the till, but names no key that it could have been sealed for. So nothing shows that it was sealed for you.":
    "Er gibt an, an der Kasse versiegelt zu sein, nennt aber keinen Schlüssel, für den das geschah. Nichts zeigt also, dass er für Sie versiegelt wurde.",
  "Not signed, although this shop has signed before":
    "Nicht signiert, obwohl dieser Händler schon signiert hat",
  "Receipts under this name have been signed since {date}. This one is not, so it may not be from the shop, and nothing shows that others have not read it. Ask the shop before you rely on it.":
    "Belege unter diesem Namen sind seit dem {date} signiert. Dieser ist es nicht: Er stammt vielleicht nicht von dem Händler, und nichts zeigt, dass andere ihn nicht gelesen haben. Fragen Sie den Händler, bevor Sie sich darauf verlassen.",
  "Signed with another key than before": "Mit einem anderen Schlüssel signiert als bisher",
  "Earlier receipts under this name were signed with another key. Shops change keys now and then, but a receipt that others have read and sealed again looks the same. Ask the shop before you rely on it.":
    "Frühere Belege unter diesem Namen wurden mit einem anderen Schlüssel signiert. Händler wechseln ihre Schlüssel hin und wieder, aber ein Beleg, den andere gelesen und neu versiegelt haben, sieht genauso aus. Fragen Sie den Händler, bevor Sie sich darauf verlassen.",
  "Earlier receipts of this shop were signed with another key. Shops change keys now and then, but a receipt that others have read and sealed again looks the same. Ask the shop before you rely on it.":
    "Frühere Belege dieses Händlers wurden mit einem anderen Schlüssel signiert. Händler wechseln ihre Schlüssel hin und wieder, aber ein Beleg, den andere gelesen und neu versiegelt haben, sieht genauso aus. Fragen Sie den Händler, bevor Sie sich darauf verlassen.",
  "The signature does not match": "Die Signatur passt nicht",
  "This receipt carries a merchant’s signature, but the merchant did not sign what it says.":
    "Dieser Beleg trägt die Signatur eines Händlers, aber der Händler hat diesen Inhalt nicht signiert.",
  "The receipt does not say what was charged": "Der Beleg nennt nicht, was abgebucht wurde",
  "It says {said}, and the service lists {listed}. Ask the shop before you rely on it.":
    "Er nennt {said}, und der Dienst führt {listed}. Fragen Sie den Händler, bevor Sie sich darauf verlassen.",
  "This receipt belongs to another payment": "Dieser Beleg gehört zu einer anderen Zahlung",
  "What it says of its payment is not what the service lists.":
    "Seine Angaben zur Zahlung sind nicht die, die der Dienst führt.",
  "This receipt could not be checked": "Dieser Beleg konnte nicht geprüft werden",
  "Something failed on this device. Whether the receipt was changed, or sealed for another key, is not known. Reload the page and open it again.":
    "Auf diesem Gerät ist etwas fehlgeschlagen. Ob der Beleg verändert oder für einen anderen Schlüssel versiegelt wurde, ist nicht bekannt. Laden Sie die Seite neu und öffnen Sie ihn erneut.",
  "Do not rely on this receipt": "Verlassen Sie sich nicht auf diesen Beleg",
  "They were from {shop}.": "Sie waren von {shop}.",
  "They were from: {shop}": "Sie waren von: {shop}",
  "Whose it was sealed for": "Für wen er versiegelt wurde",
  "Key fingerprint": "Fingerabdruck des Schlüssels",
  "Differs in: {fields}": "Abweichend: {fields}",
  "Differs in {fields}.": "Abweichend: {fields}.",
  "and {count} more": { one: "und 1 weiteres", other: "und {count} weitere" },
  "Nothing in it shows that it was sealed at the till":
    "Nichts darin zeigt, dass er an der Kasse versiegelt wurde",
  "The service says that it was. The receipt itself does not say so: it may have been read and sealed again on its way.":
    "Der Dienst gibt das an. Der Beleg selbst sagt es nicht: Er könnte unterwegs gelesen und neu versiegelt worden sein.",
  "Sealed for escrow, although this card was in your wallet":
    "Für die Verwahrung versiegelt, obwohl diese Karte in Ihrer Wallet war",
  "A till without a network seals like this. If the shop was online, it may have been given the wrong key.":
    "So versiegelt eine Kasse ohne Netz. War der Händler online, hat er vielleicht den falschen Schlüssel erhalten.",
  "This browser cannot check the signature": "Dieser Browser kann die Signatur nicht prüfen",
  "The receipt is signed with Ed25519, which this browser lacks. Update it to check.":
    "Der Beleg ist mit Ed25519 signiert, das diesem Browser fehlt. Aktualisieren Sie ihn, um die Signatur zu prüfen.",
  "Not signed, because made up: {fields}.": "Nicht signiert, weil erfunden: {fields}.",
  "It says that it was sealed at the till. Without a signature nothing proves that.":
    "Er gibt an, an der Kasse versiegelt zu sein. Ohne Signatur beweist das nichts.",
  "Not signed, and this wallet cannot look up its shop":
    "Nicht signiert, und diese Wallet kann den Händler nicht nachschlagen",
  "This device could not read which shops have signed before. If {shop} has, this receipt may not be from there.":
    "Dieses Gerät konnte nicht lesen, welche Händler schon signiert haben. Gehört {shop} dazu, stammt dieser Beleg vielleicht nicht von dort.",
  "The shop did not sign it. So nothing proves that it is still as the till sealed it, or that the service could not read it.":
    "Der Händler hat ihn nicht signiert. Nichts beweist also, dass er noch so ist, wie die Kasse ihn versiegelt hat, oder dass der Dienst ihn nicht lesen konnte.",
  "Sealed at the till": "An der Kasse versiegelt",
  "Sealed at the till, for escrow": "An der Kasse für die Verwahrung versiegelt",
  "Sealed at the till, for escrow, with a signature that this browser cannot check":
    "An der Kasse für die Verwahrung versiegelt, mit einer Signatur, die dieser Browser nicht prüfen kann",
  "Sealed at the till, for escrow, signed with a key that this wallet has not seen before":
    "An der Kasse für die Verwahrung versiegelt, signiert mit einem Schlüssel, den diese Wallet noch nicht kennt",
  "Sealed at the till, for escrow, signed with a key that this wallet cannot look up":
    "An der Kasse für die Verwahrung versiegelt, signiert mit einem Schlüssel, den diese Wallet nicht nachschlagen kann",
  "Sealed at the till, for escrow, signed by a key that this wallet knows since {date}":
    "An der Kasse für die Verwahrung versiegelt, signiert mit einem Schlüssel, den diese Wallet seit dem {date} kennt",
  "Sealed at the till for this device, with a signature that this browser cannot check":
    "An der Kasse für dieses Gerät versiegelt, mit einer Signatur, die dieser Browser nicht prüfen kann",
  "Sealed at the till for this device, signed with a key that this wallet has not seen before":
    "An der Kasse für dieses Gerät versiegelt, signiert mit einem Schlüssel, den diese Wallet noch nicht kennt",
  "Sealed at the till for this device, signed with a key that this wallet cannot look up":
    "An der Kasse für dieses Gerät versiegelt, signiert mit einem Schlüssel, den diese Wallet nicht nachschlagen kann",
  "Sealed at the till for this device, signed by a key that this wallet knows since {date}":
    "An der Kasse für dieses Gerät versiegelt, signiert mit einem Schlüssel, den diese Wallet seit dem {date} kennt",
  "Sealed at the till, for a key that this wallet cannot look up":
    "An der Kasse versiegelt, für einen Schlüssel, den diese Wallet nicht nachschlagen kann",
  "Sealed at the till, for a key that this wallet cannot look up, with a signature that this browser cannot check":
    "An der Kasse versiegelt, für einen Schlüssel, den diese Wallet nicht nachschlagen kann, mit einer Signatur, die dieser Browser nicht prüfen kann",
  "Sealed at the till, for a key that this wallet cannot look up, signed with a key that this wallet has not seen before":
    "An der Kasse versiegelt, für einen Schlüssel, den diese Wallet nicht nachschlagen kann, signiert mit einem Schlüssel, den diese Wallet noch nicht kennt",
  "Sealed at the till, for a key that this wallet cannot look up, signed with a key that this wallet cannot look up":
    "An der Kasse versiegelt, für einen Schlüssel, den diese Wallet nicht nachschlagen kann, signiert mit einem Schlüssel, den sie ebenfalls nicht nachschlagen kann",
  "Sealed at the till, for a key that this wallet cannot look up, signed by a key that this wallet knows since {date}":
    "An der Kasse versiegelt, für einen Schlüssel, den diese Wallet nicht nachschlagen kann, signiert mit einem Schlüssel, den sie seit dem {date} kennt",
  "Until the receipt was delivered, the service could have opened it.":
    "Bis zur Zustellung des Belegs hätte der Dienst ihn öffnen können.",
  "Once the service has listed this receipt, the wallet can say whether it was sealed for escrow.":
    "Sobald der Dienst diesen Beleg aufgelistet hat, kann die Wallet sagen, ob er für die Verwahrung versiegelt wurde.",
  "Fingerprint of the key": "Fingerabdruck des Schlüssels",
  "Fingerprints of their keys": "Fingerabdrücke ihrer Schlüssel",
  "{count} other devices": { one: "1 anderes Gerät", other: "{count} andere Geräte" },
  "Also sealed for {devices}, {unlisted} of which the service does not list. Check with your bank which devices have this card.":
    "Auch für {devices} versiegelt; davon nicht beim Dienst gelistet: {unlisted}. Klären Sie mit Ihrer Bank, welche Geräte diese Karte haben.",
  "Also sealed for {devices} with this card.": "Auch für {devices} mit dieser Karte versiegelt.",
  "The receipt says that it is from {shop}.": "Laut Beleg ist er von {shop}.",
  "Signed by the key that this wallet knows from receipts since {date}":
    "Mit dem Schlüssel signiert, den diese Wallet seit dem {date} von Belegen kennt",
  "Earlier receipts from {shop} were signed with it, too.":
    "Auch frühere Belege von {shop} wurden damit signiert.",
  "Signed with a key that this wallet has not seen on an earlier receipt":
    "Mit einem Schlüssel signiert, den diese Wallet noch auf keinem Beleg gesehen hat",
  "From now on this wallet knows the key.": "Von nun an kennt diese Wallet den Schlüssel.",
  "Signed with a key that this wallet knows under another name":
    "Mit einem Schlüssel signiert, den diese Wallet unter einem anderen Namen kennt",
  "Earlier receipts with this key were from {shop}.":
    "Frühere Belege mit diesem Schlüssel waren von {shop}.",
  "Signed, with a key that this wallet cannot look up":
    "Signiert, mit einem Schlüssel, den diese Wallet nicht nachschlagen kann",
  "This device could not read which keys it has seen before.":
    "Dieses Gerät konnte nicht lesen, welche Schlüssel es schon gesehen hat.",
  "Signed with a known key": "Mit einem bekannten Schlüssel signiert",
  "Signed with a new key": "Mit einem neuen Schlüssel signiert",
};
