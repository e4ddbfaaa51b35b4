import { describe, expect, test } from "vitest";
import { presetManifest } from "../../../manifest/presets.ts";
import { parseMarkdown } from "../../../markdown/parse.ts";
import { findKnownSecrets } from "../../../privacy/secrets.ts";
import { rule } from "./index.ts";

/** Invented values, put together here so that no scanner takes this file for a leak. */
const split = (...parts: string[]): string => parts.join("");
const ALNUM = "Qm7xT2vL9kRz4Hn8Wb5YcD1fGj6sPa3uEo0iKt7wXq2ZrV9nBh5Mg8CyJd4LfS1pUe6TaOi3";
const HEX = "4f9a1c7e2b8d05636ea1f0b29c4d7e8530b6a2f1c9d8e7045b3a6f2e1d0c9b8a7f6e5d4c3b2a1908";
const LETTERS = "QmxTvLkRzHnWbYcDfGjsPauEoiKtwXqZrVnBhMgCyJdLfSpUeTaOi";
const alnum = (length: number): string => ALNUM.repeat(3).slice(0, length);
const hex = (length: number): string => HEX.repeat(3).slice(0, length);

/** Every format of secretlint's recommended rules, and the others that the linter promises. */
const FORMATS: readonly (readonly [format: string, value: string])[] = [
  ["AWS access key id", split("AK", "IA", "QZ7XW3NPLK5MRT2V")],
  ["AWS secret access key", `AWS_SECRET_ACCESS_KEY=${alnum(40)}`],
  ["Google API key", split("AI", "za", alnum(35))],
  ["Google OAuth token", split("ya", "29.", alnum(60))],
  ["Google OAuth secret", split("GOC", "SPX-", alnum(28))],
  ["npm token", split("np", "m_", alnum(36))],
  ["npm login", `//registry.npmjs.org/:_authToken=${split("np", "m_", alnum(36))}`],
  ["Slack bot", split("xo", "xb-", "123456789012-1234567890123-", alnum(24))],
  ["Slack user", split("xo", "xp-", "123456789012-123456789012-", alnum(24))],
  ["Slack app", split("xa", "pp-1-A0123456789-1234567890123-", hex(64))],
  ["Slack webhook", split("https://hooks.slack", ".com/services/T01234567/B01234567/", alnum(24))],
  ["basic auth", `https://deploy:${alnum(14)}@files.example.net/a`],
  ["OpenAI", split("sk-", alnum(48))],
  ["OpenAI project", split("sk-", "proj-", alnum(74), "T3Blbk", "FJ", alnum(74))],
  ["Anthropic", split("sk-", "ant-api03-", alnum(93), "AA")],
  ["Groq", split("gs", "k_", alnum(52))],
  ["Hugging Face", split("h", "f_", LETTERS.slice(0, 34))],
  ["Linear", split("lin_", "api_", alnum(40))],
  ["Notion", split("ntn", "_", "12345678901", alnum(35))],
  ["private key", split("-----BEGIN PRIV", "ATE KEY-----\n", alnum(64), "\n-----END PRIVATE KEY-----")],
  [
    "OpenSSH key",
    split("-----BEGIN OPENSSH PRIV", "ATE KEY-----\n", alnum(64), "\n-----END OPENSSH PRIVATE KEY-----"),
  ],
  ["SendGrid", split("S", "G.", alnum(22), ".", alnum(43))],
  ["Shopify", split("shp", "at_", hex(32))],
  ["GitHub", split("gh", "p_", alnum(36))],
  ["GitHub app", split("gh", "s_", alnum(36))],
  ["GitHub fine-grained", split("github_", "pat_", alnum(22), "_", alnum(59))],
  ["GitLab", split("gl", "pat-", alnum(20))],
  ["Grafana service account", split("gl", "sa_", alnum(32), "_", hex(8))],
  ["Grafana cloud", split("gl", "c_", alnum(60))],
  ["1Password", split("ops_", "eyJ", alnum(120), alnum(120))],
  ["PostgreSQL", `postgres://app:${alnum(12)}@db.internal.net:5432/main`],
  ["MySQL", `mysql://app:${alnum(12)}@db.internal.net:3306/main`],
  ["MongoDB", `mongodb+srv://app:${alnum(12)}@cluster0.ab1cd.mongodb.net/main`],
  ["Redis", `redis://:${alnum(16)}@cache.internal.net:6379`],
  ["AMQP", `amqps://app:${alnum(12)}@queue.internal.net/vhost`],
  ["Vault", split("hv", "s.", alnum(90))],
  ["Vercel", split("vercel", "_blob_rw_", alnum(16), "_", alnum(30))],
  ["Databricks", split("da", "pi", hex(32))],
  ["Docker", split("dckr", "_pat_", alnum(27))],
  ["Figma", split("fi", "gd_", alnum(40))],
  ["JWT", split("ey", "JhbGciOiJIUzI1NiJ9.ey", "JzdWIiOiIxMjM0NTYifQ.", alnum(43))],
  ["Stripe", split("sk_", "live_", alnum(24))],
  ["Stripe restricted", split("rk_", "live_", alnum(24))],
  ["Stripe webhook", split("wh", "sec_", alnum(32))],
  ["PyPI", split("py", "pi-", "AgEIcHlwaS5vcmc", alnum(60))],
  ["Telegram", split("7123456789", ":AA", alnum(33))],
  ["Twilio", split("S", "K", hex(32))],
  [
    "Azure storage",
    split("DefaultEndpointsProtocol=https;AccountName=shop;Account", "Key=", alnum(72), alnum(14), "=="),
  ],
  ["environment line", `SERVICE_API_KEY=${alnum(32)}`],
  ["quoted property", `{"client_secret": "${alnum(24)}"}`],
  ["YAML", `api_token: ${alnum(32)}`],
  ["hex key", `encryption_key = '${hex(64)}'`],
  ["base64 key", `signing_secret: ${split("n7Kq2mZxQ9vT", "4bLc8RyWfH1j", "DsPaUe6oIt3k")}+/0=`],
  ["flag", `deploy --auth-token ${alnum(28)}`],
  ["bearer header", `Authorization: Bearer ${alnum(40)}`],
  ["password", "password: kV7#mQ2!xz"],
  ["Russian", `пароль: ${alnum(14)}`],
];

const CONTEXTS: readonly (readonly [name: string, write: (value: string) => string])[] = [
  ["an item", (value) => `# Shop\n\n- ${value}\n`],
  ["inline code", (value) => `# Shop\n\nIt is \`${value}\` for now.\n`],
  ["a fence", (value) => `# Shop\n\n\`\`\`sh\n${value}\n\`\`\`\n`],
  ["a cell", (value) => `| name | value |\n| --- | --- |\n| shop | ${value} |\n`],
];

const { manifest } = presetManifest("openclaw");

const found = async (text: string, withSecretlint: boolean): Promise<number> => {
  const secrets = withSecretlint ? await findKnownSecrets(text) : [];
  const markdown = parseMarkdown(text);
  const context = { file: "MEMORY.md", markdown, manifest, snapshot: undefined, options: {}, knownRules: [] };
  return rule.check({ ...context, secrets }).length;
};

describe.each(CONTEXTS)("in %s", (name, write) => {
  const fitting = FORMATS.filter(([, value]) => !value.includes("\n") || name === "a fence");

  test.each(fitting)("%s is found by our own table", async (_, value) => {
    expect(await found(write(value), false)).toBeGreaterThan(0);
  });

  test.each(fitting)("%s is found by the command", async (_, value) => {
    expect(await found(write(value), true)).toBeGreaterThan(0);
  });
});

test("no message holds a piece of the value", async () => {
  for (const [, value] of FORMATS) {
    const text = `- ${value}\n`;
    const markdown = parseMarkdown(text);
    const context = {
      file: "MEMORY.md",
      markdown,
      manifest,
      snapshot: undefined,
      options: {},
      knownRules: [],
    };
    for (const { message, place } of rule.check(context)) {
      const secret = text.slice(place.start, place.end);
      for (let at = 0; at + 6 <= secret.length; at += 1)
        expect(message).not.toContain(secret.slice(at, at + 6));
    }
  }
});
