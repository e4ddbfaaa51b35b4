import { describe, expect, it } from "vitest";
import { comparable, identityOf, relate, similarity, sketchOf, sketchSimilarity } from "./overlap.ts";

const relation = (a: string, b: string): string => relate(comparable(a), comparable(b));

describe("relate", () => {
  it.each([
    ["same", "The API listens on port 5432.", "- the **API** listens on port 5432"],
    ["duplicate", "Run `npm test` before each push to main", "Run npm test before each push to main"],
    [
      "duplicate",
      "Deploys of the billing service always need a second reviewer from the platform team",
      "Deploys of the billing service always need a second reviewer, from the platform team too",
    ],
    [
      "duplicate",
      "Тесты платёжного сервиса запускаются перед каждым слиянием",
      "Тесты платежного сервиса запускаются перед каждым слияниям",
    ],
    [
      "duplicate",
      "数据库迁移必须在部署之前由值班工程师手动确认并记录在案",
      "数据库迁移必须在部署之前由值班工程师手动确认并且记录在案",
    ],
    ["conflict", "Postgres listens on port 5432", "Postgres listens on port 5433"],
    ["conflict", "Autosave is on in every editor of the team", "Autosave is off in every editor of the team"],
    ["conflict", "Never deploy the billing service on Friday", "Deploy the billing service on Friday"],
    [
      "conflict",
      "Alice owns the billing service and reviews all changes to the invoice templates before each release",
      "Boris owns the billing service and reviews all changes to the invoice templates before each release",
    ],
    ["conflict", "数据库服务监听端口5432并且只接受内网连接", "数据库服务监听端口5433并且只接受内网连接"],
    ["different", "Postgres listens on port 5432", "The office closes at six"],
    ["different", "Тесты идут пять минут", "Отчёт отправляют по средам"],
  ])("says %s of %j and %j", (expected, a, b) => {
    expect(relation(a, b)).toBe(expected);
    expect(relation(b, a)).toBe(expected);
  });
});

describe("sketchSimilarity", () => {
  const base =
    "Deploys of the billing service need a second reviewer from the platform team, on every working day";

  it("is 1 for the same words and near the true likeness after an edit", () => {
    const edited = base.replace("second reviewer", "second pair of eyes");
    expect(sketchSimilarity(sketchOf(base), sketchOf(`- **${base}**.`))).toBe(1);
    expect(sketchSimilarity(sketchOf(base), sketchOf(edited))).toBeCloseTo(similarity(base, edited), 0);
  });

  it("is low for other texts and 0 where a sketch is missing", () => {
    expect(
      sketchSimilarity(sketchOf(base), sketchOf("The office closes at six in the evening in winter")),
    ).toBeLessThan(0.2);
    expect(sketchSimilarity("", sketchOf(base))).toBe(0);
    expect(sketchSimilarity("!", "!")).toBe(0);
  });

  it("holds no readable word", () => {
    expect(Buffer.from(identityOf(base).sketch, "base64")).toHaveLength(64);
  });
});
