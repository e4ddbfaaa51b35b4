import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSecrets } from "./find-secrets.ts";

/** Invented values, put together here so that no scanner takes this file for a leak. */
const split = (...parts: string[]): string => parts.join("");
const ALNUM = "Qm7xT2vL9kRz4Hn8Wb5YcD1fGj6sPa3uEo0iKt7wXq2ZrV9nBh5Mg8CyJd4LfS1pUe6TaOi3";
const HEX = "4f9a1c7e2b8d05636ea1f0b29c4d7e8530b6a2f1c9d8e7045b3a6f2e1d0c9b8a7f6e5d4c3b2a1908";
const alnum = (length: number): string => ALNUM.repeat(3).slice(0, length);
const hex = (length: number): string => HEX.repeat(3).slice(0, length);

const NAMED: [string, string][] = [
  ["Anthropic", split("sk-", "ant-api03-", alnum(40))],
  ["OpenAI project", split("sk-", "proj-", alnum(48))],
  ["OpenAI", split("sk-", alnum(48))],
  ["GitHub", split("gh", "p_", alnum(36))],
  ["GitHub fine-grained", split("github_", "pat_", alnum(22), "_", alnum(59))],
  ["GitLab", split("gl", "pat-", alnum(20))],
  ["Slack", split("xo", "xb-", "123456789012-", alnum(24))],
  ["AWS", split("AK", "IA", "QZ7XW3NPLK5MRT2V")],
  ["Google", split("AI", "za", alnum(35))],
  ["Stripe", split("sk_", "live_", alnum(24))],
  ["npm", split("np", "m_", alnum(36))],
  ["PyPI", split("py", "pi-", "AgEIcHlwaS5vcmc", alnum(60))],
  ["JWT", split("ey", "JhbGciOiJIUzI1NiJ9.ey", "JzdWIiOiIxMjM0NTYifQ.", alnum(43))],
  ["Telegram", split("7123456789", ":AA", alnum(33))],
  ["SendGrid", split("S", "G.", alnum(22), ".", alnum(43))],
  ["Twilio", split("S", "K", hex(32))],
  ["HuggingFace", split("h", "f_", "QmxTvLkRzHnWbYcDfGjsPauEoiKtwXqZrV")],
  ["DigitalOcean", split("dop", "_v1_", hex(64))],
  ["Groq", split("gs", "k_", alnum(52))],
  ["Linear", split("lin_", "api_", alnum(40))],
  ["Vault", split("hv", "s.", alnum(24))],
  ["Docker", split("dckr", "_pat_", alnum(27))],
];

const IN_CONTEXT: [string, string, string][] = [
  ["environment line", `SERVICE_API_KEY=${alnum(32)}`, alnum(32)],
  ["quoted property", `{"client_secret": "${alnum(24)}"}`, alnum(24)],
  ["escaped JSON", `{\\"token\\": \\"${alnum(30)}\\"}`, alnum(30)],
  ["hex in an assignment", `encryption_key = '${hex(32)}'`, hex(32)],
  ["command line flag", `deploy --auth-token ${alnum(28)} now`, alnum(28)],
  ["short password", "password: kV7#mQ2!xz", "kV7#mQ2!xz"],
  ["quoted value with brackets", 'password: "aB3(xY9}kL2[mN5"', "aB3(xY9}kL2[mN5"],
  ["element", `<apiKey>${alnum(32)}</apiKey>`, alnum(32)],
  ["query parameter", `GET /v1?access_token=${alnum(32)}&page=2`, alnum(32)],
  ["value that holds a word by chance", `client_secret: ${alnum(12)}EXAMPLEKEY`, `${alnum(12)}EXAMPLEKEY`],
  ["sentence", `the deploy token is ${alnum(24)}, keep it`, alnum(24)],
  ["Russian name", `токен: ${alnum(32)}`, alnum(32)],
  ["bearer header", `Authorization: Bearer ${alnum(40)}`, alnum(40)],
  ["basic header", "authorization: Basic dXNlcjE6aHVudGVyMjM0NQ==", "dXNlcjE6aHVudGVyMjM0NQ=="],
  ["connection string", "postgres://app:n7Kq2mZx@db.internal.net:5432/main", "n7Kq2mZx"],
  ["password with a slash escape", "redis://:p4ss%2Fw0rdX@cache.internal.net", "p4ss%2Fw0rdX"],
];

const NO_SECRETS = [
  "commit 3f2a9c81d7e64b5f0a1c2d3e4f5061728394a5b6 fixes it",
  "id: 85e17327-a162-4eea-95cc-1a39f9a652f0",
  "token: 85e17327-a162-4eea-95cc-1a39f9a652f0",
  "password: string; token: string | null",
  "const token = process.env.GITHUB_TOKEN_FOR_CI2;",
  "export TOKEN=${DEPLOY_TOKEN_2}",
  "token = await getOAuth2TokenFromStore(user)",
  "secret: config/secrets/production-2024.yaml",
  "the key is src/lib/auth/session-token-v2.test.ts",
  "API_KEY=your-api-key-goes-here-123",
  "password = **************",
  "postgres://user:password@localhost:5432/app",
  "postgres://postgres:postgres@localhost:5432/app",
  "cacheKey: 9f86d081884c7d659a2feaa0c55ad015",
  "tokens: 1234567890123456789",
  "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
  "authorization code grant needs redirect_uri",
  "sk-learn-like-names and task-runner-configuration",
  "token: [secret]",
  "secret: $deploySecretVariable2024",
  "const isToken = (value) => token>a1B2c3D4e5F6g7H8i9;",
  "password: {{ vault_database_password_2 }}",
  "keyboard: ArrowLeft2ArrowRight3Shift",
];

const masked = (text: string): string[] => findSecrets(text).map((span) => text.slice(span.start, span.end));

describe("named formats", () => {
  test.each(NAMED)(
    "%s: the whole value is found in prose, in JSON and behind an escaped newline",
    (_, value) => {
      expect(masked(`set ${value} there`)).toEqual([value]);
      expect(masked(`{"a":"${value}"}`)).toEqual([value]);
      expect(masked(String.raw`line\n${value}\n`)).toEqual([value]);
    },
  );

  test("a private key block is found to its end line, and one cut off as far as it goes", () => {
    const begin = split("-----BEGIN RSA PRIV", "ATE KEY-----");
    const whole = `${begin}\n${alnum(64)}\n-----END RSA PRIVATE KEY-----`;
    expect(masked(`a ${whole} b`)).toEqual([whole]);
    expect(masked(`${begin}\n${alnum(64)}`)).toEqual([`${begin}\n${alnum(64)}`]);
  });
});

test.each(IN_CONTEXT)("%s: the value is found, its name stays", (_, text, value) => {
  expect(masked(text)).toEqual([value]);
});

test.each(NO_SECRETS)("no secret: %s", (text) => {
  expect(masked(text)).toEqual([]);
});

test("two secrets of one line are two", () => {
  expect(masked(`A_TOKEN=${alnum(32)} B_SECRET=${alnum(30)}`)).toHaveLength(2);
});

test("what was masked is never found again", () => {
  const values = NAMED.map(([, value]) => value).concat(IN_CONTEXT.map(([, text]) => text));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...values, " ", "\n", "token=", "key: ", "://", "@")), (parts) => {
      const text = parts.join(" ");
      let clean = "";
      let position = 0;
      for (const span of findSecrets(text)) {
        clean += `${text.slice(position, span.start)}[secret]`;
        position = span.end;
      }
      clean += text.slice(position);
      expect(masked(clean)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

describe("time grows with the length of the text, not with its square", () => {
  const seeds = [
    "sk-", "eyJ", "eyJaaaaaaaaaa.", "key", "key=", "token: ", "passwordpassword", "AKIA", "://a:b", "://", "@", "bearer ",
    "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "a", "A1b2", "xoxb-", "SG.a.", "dp.pt.a", ".atlasv1.", "1234567890:AA",
    "-us", "AC0123456789abcdef", "authorization: ", "токен", "\\\\\\", "''''", "    ", "token    ", "8Q~a",
  ]; // prettier-ignore
  // CPU time, since others may be using the machine; a quadratic pattern needs minutes for this
  test.each(seeds)("400,000 characters of %j", (seed) => {
    const text = seed.repeat(Math.ceil(400_000 / seed.length));
    const start = process.cpuUsage();
    findSecrets(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
  });
});
