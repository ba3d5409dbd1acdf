const SIZE = 128 * 1024;

const fill = (part: string) => part.repeat(Math.floor(SIZE / part.length));
const half = (part: string) => part.repeat(Math.floor(SIZE / part.length / 2));

/** Small to send, and costly or ambiguous to whatever parses or walks it. The contract refuses each. */
export const absurdBodies: readonly (readonly [name: string, json: string])[] = [
  ["deep lists", `{"a":1234567890123456,"b":${half("[")}${half("]")}}`],
  ["deep lists alone", `${half("[")}${half("]")}`],
  ["deep objects", `${fill('{"a":')}1`],
  ["deep items", `{"items":[${half("[")}${half("]")}]}`],
  ["wide lists", `{"a":1234567890123456,"b":[${fill("0,")}0]}`],
  ["wide lists of numbers", `{"b":[${fill("1e9,")}0]}`],
  ["many empty objects", `{"items":[${fill("{},")}{}]}`],
  ["many keys", `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":0`).join()}}`],
  ["many objects with keys", `[${fill('{"a":1,"b":2},')}{}]`],
  ["one key again and again", `{${fill('"a":{},')}"b":1}`],
  ["a key twice", '{"receiptId":"r-1","receiptId":"r-2"}'],
  ["a whole number with a fraction", '{"amount":9007199254740993.0}'],
  ["a whole number with an exponent", '{"amount":12345678901234567e1}'],
  ["a number without end", `{"amount":${fill("9")}}`],
  ["a number beyond doubles", '{"amount":1e999}'],
  ["zeros without end", `{"amount":1${fill("0")}}`],
];
