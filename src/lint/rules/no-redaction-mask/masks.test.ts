import { expect, it } from "vitest";
import { findMasks } from "./masks.ts";

it.each([
  "token: [REDACTED]",
  "token: [REDACTED:aws-key]",
  "**token**: [secret]",
  "- token = [masked], renew it in May",
  "DB_PASSWORD=***",
  "password: ******",
  '"token": "<redacted>"',
  "key: {{redacted}}",
  "pin: ••••",
  "Authorization: Bearer [secret]",
  "postgres://shop:***@db.example",
  "| token | [secret] |",
  "токен: [скрыто]",
  "密码：[已隐藏]",
])("a mask in place of a value: %s", (text) => {
  expect(findMasks(text)).toHaveLength(1);
});

it.each([
  "The log shows [redacted] where the token was",
  "Tokens are masked as `[secret]`",
  "Output: [redacted] is what the log prints for a token",
  "***Input:***",
  "Note: ***important***",
  "| [secret] marks a value | x |",
  "the secret of [hidden](hidden.md) things",
  "* * *",
])("no value is missing in: %s", (text) => {
  expect(findMasks(text)).toEqual([]);
});
