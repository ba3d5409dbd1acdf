import { readPublicDer } from "./key-text.ts";

// 64 bits: few enough words to read out, and more than a forger can search key by key.
const wordCount = 8;

/**
 * A public key in eight words, for people to compare: the first bytes of the SHA-256 of its DER
 * SubjectPublicKeyInfo. Throws `private_key_given` or `malformed_key`.
 */
export async function fingerprintPublicKey(publicKey: string): Promise<string[]> {
  const digest = await crypto.subtle.digest("SHA-256", readPublicDer(publicKey));
  const bytes = new Uint8Array(digest).subarray(0, wordCount);
  return Array.from(bytes, (byte) => fingerprintWords[byte] ?? "");
}

// The order is part of every fingerprint that people have compared: never sort, insert or replace.
// No word becomes another by one changed, missing or added letter.
const words = `
  acorn agent album alpine amber anchor angle apple apron arch arctic arrow artist atlas attic
  autumn avocado award bacon badge bagel bakery bamboo banana banjo barn basil basket beach
  beard beetle berry bicycle biscuit bishop blanket bonfire bottle branch bread bridge bronze
  broom bubble bucket buffalo butter cabin cactus camel camera candle canoe canyon carpet
  carrot castle cedar cello cement chalk cheese cherry chess circus citrus clock cloud clover
  cobra coconut coffee comet compass copper coral cotton cousin coyote cradle crayon cricket
  crystal cushion dagger daisy dancer delta desert diamond diesel dolphin donkey dragon drum
  eagle easel echo eclipse elbow elephant emerald engine envoy falcon feather fiddle flag
  flute forest fossil fox frost fudge galaxy garden garlic geyser ginger giraffe glacier
  goblet gorilla granite grape guitar gypsum hammer harbor hazel helmet heron hippo honey
  hotel igloo indigo iris island ivory jacket jaguar jasmine jelly jigsaw jockey juice jungle
  kayak kettle kiosk kitchen kiwi koala ladder lagoon lantern lasso lemon leopard library
  lilac lizard lobster lotus magnet mango maple marble meadow melon mirror mosaic moss motor
  muffin museum mustard napkin nectar needle nickel noodle nugget nutmeg oasis ocean octopus
  olive onion orbit orchid otter oxygen oyster palace panda papaya pebble pelican pepper piano
  pickle pigeon pillow pirate planet plum polar poncho potato prism pumpkin puzzle python
  quartz quilt rabbit radar raven ribbon river robot rocket saddle salmon scarf shadow silver
  sparrow spider statue sugar summit sunset temple thunder tiger tomato trumpet tulip tunnel
  turtle umbrella unicorn valley velvet violin volcano walnut walrus window winter yogurt
  zebra zipper
`;

/** One word for each value of a byte. */
export const fingerprintWords: readonly string[] = words.trim().split(/\s+/);
