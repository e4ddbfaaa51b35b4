import { expect, test } from "vitest";
import { maskSecrets } from "./secrets.ts";

test("what only secretlint knows is masked too", async () => {
  const value = [
    "https://",
    "hooks.slack.com/services/",
    "T01ABCDEF/B01ABCDEF/",
    "x7Kq2mZxP0aLr9TbVc3NdE5f",
  ].join("");
  const result = await maskSecrets(`post to ${value} daily`);
  expect(result.text).not.toContain("x7Kq2mZxP0aLr9TbVc3NdE5f");
  expect(result.secrets).toBe(1);
});

test("a password in a URL goes, the host stays", async () => {
  expect((await maskSecrets("postgres://app:n7Kq2mZx@db.internal.net/main")).text).toBe(
    "postgres://app:[secret]@db.internal.net/main",
  );
});

test("a text without secrets comes back as it was", async () => {
  expect(await maskSecrets("nothing here")).toEqual({ text: "nothing here", secrets: 0 });
});
