import { expect, test } from "vitest";
import { type Claim, claimsOf } from "./claims.ts";

const claim = (kind: Claim["kind"], text: string): Claim => ({ kind, text });

test.each<[string, Claim[]]>([
  ["The fix is in and the tests pass.", []],
  ["Read the docs and/or ask; client/server is fine, e.g. here.", []],
  ["It is done.Next comes the rest.", []],
  ["See src/import/bank.ts and bank.ts.", [claim("path", "src/import/bank.ts"), claim("path", "bank.ts")]],
  ["Copy .env.example to ./conf/", [claim("path", ".env.example"), claim("path", "./conf")]],
  ["Логи лежат в /var/log/app.", [claim("path", "/var/log/app")]],
  ["It needs Node 20.19.1 or v3.2", [claim("version", "20.19.1"), claim("version", "v3.2")]],
  ["1,250 rows, 42% and 30s at 12:30", [claim("number", "1,250"), claim("number", "42"), claim("number", "30"), claim("number", "12:30")]],
  ["Порт 5433, не 5432.", [claim("number", "5433"), claim("number", "5432")]],
  ["parseAmount calls to_cents and --dry-run", [claim("identifier", "parseAmount"), claim("identifier", "to_cents"), claim("identifier", "--dry-run")]],
  ["utf8 and sha256 with @acme/core", [claim("identifier", "utf8"), claim("identifier", "sha256"), claim("identifier", "@acme/core")]],
  ['The user calls it "the big one".', [claim("quote", "the big one")]],
  ["Он сказал: «только так».", [claim("quote", "только так")]],
  ["Run `npm run build` first.", [claim("quote", "npm run build")]],
  ["Docs are at https://docs.example.org/a/b.", [claim("url", "https://docs.example.org/a/b")]],
  ["1. First the list mark is no number", []],
  ["The user's wish isn't a quotation; it's plain.", []],
])("%s", (text, claims) => {
  expect(claimsOf(text)).toEqual(claims);
}); // prettier-ignore
