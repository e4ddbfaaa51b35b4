import { describe, expect, test } from "vitest";
import { removeField, setField } from "./front-matter.ts";

describe("setField", () => {
  test("replaces one value and keeps comments, order, quotes and other keys", () => {
    const before =
      '---\n# kept\nname: "Checkout"   # also kept\nstatus: old # why\ntags: [a, b]\n---\n# Checkout\n';
    expect(setField(before, { name: "status", value: "in review" })).toBe(
      '---\n# kept\nname: "Checkout"   # also kept\nstatus: in review # why\ntags: [a, b]\n---\n# Checkout\n',
    );
  });

  test("fills an empty key on its own line", () => {
    expect(setField("---\nstatus:\nname: x\n---\n", { name: "status", value: "done" })).toBe(
      "---\nstatus: done\nname: x\n---\n",
    );
    expect(setField("---\nname: x\nstatus:\n---\n", { name: "status", value: "done" })).toBe(
      "---\nname: x\nstatus: done\n---\n",
    );
  });

  test("adds a missing key as the last one", () => {
    expect(setField("---\nname: x\n---\nbody", { name: "role", value: "owner" })).toBe(
      "---\nname: x\nrole: owner\n---\nbody",
    );
    expect(setField("---\n---\nbody", { name: "role", value: "owner" })).toBe("---\nrole: owner\n---\nbody");
  });

  test("makes front matter for a file without any, behind the BOM and with the file's line ends", () => {
    expect(setField("\uFEFF# A\r\n", { name: "role", value: "owner" })).toBe(
      "\uFEFF---\r\nrole: owner\r\n---\r\n\r\n# A\r\n",
    );
  });

  test("keeps CR", () => {
    const source = "---\rname: a\rstatus: b\r---\r# A\r";
    expect(setField(source, { name: "name", value: "c" })).toBe(source.replace("name: a", "name: c"));
    expect(setField(source, { name: "z", value: "1" })?.includes("\n")).toBe(false);
  });

  test("keeps CRLF", () => {
    expect(setField("---\r\nname: x\r\nstatus: a\r\n---\r\nbody", { name: "status", value: "b" })).toBe(
      "---\r\nname: x\r\nstatus: b\r\n---\r\nbody",
    );
    expect(setField("---\r\nname: x\r\n---\r\nbody", { name: "status", value: "b" })).toBe(
      "---\r\nname: x\r\nstatus: b\r\n---\r\nbody",
    );
  });

  test.each([
    ["metadata:\n  type: user\n", "metadata:\n  type: project\n"],
    ["metadata:\n    kind: x\nname: a\n", "metadata:\n    kind: x\n    type: project\nname: a\n"],
    ["metadata: { kind: x }\n", "metadata: { kind: x, type: project }\n"],
    ["metadata: {}\n", "metadata: { type: project }\n"],
    ["name: a\n", "name: a\nmetadata:\n  type: project\n"],
  ])("sets a dotted key in %j", (before, after) => {
    expect(setField(`---\n${before}---\n`, { name: "metadata.type", value: "project" })).toBe(
      `---\n${after}---\n`,
    );
  });

  test("quotes what YAML would read as something else", () => {
    expect(setField("---\nstatus: a\n---\n", { name: "status", value: "done: yes #1" })).toBe(
      '---\nstatus: "done: yes #1"\n---\n',
    );
  });

  test("replaces a block text by one line", () => {
    expect(setField("---\nstatus: |\n  a\n  b\nname: x\n---\n", { name: "status", value: "c" })).toBe(
      "---\nstatus: c\nname: x\n---\n",
    );
  });

  test.each(["---\nname: [a\n---\n", "---\nname: x\n", "---\nstatus: [a, b]\n---\n"])(
    "refuses %j",
    (before) => {
      expect(setField(before, { name: "status", value: "c" })).toBeNull();
    },
  );
});

describe("removeField", () => {
  test.each([
    ["---\nname: Lena\nrole: tester\n---\n# Lena\n", "role", "---\nname: Lena\n---\n# Lena\n"],
    ["---\r\nrole: tester # long\r\nname: x\r\n---\r\n", "role", null],
    ["---\r\nrole: tester\r\nname: x\r\n---\r\n", "role", "---\r\nname: x\r\n---\r\n"],
    ["---\nmetadata:\n  type: a\n  role: b\n---\n", "metadata.role", "---\nmetadata:\n  type: a\n---\n"],
    ["---\nrole: |\n  two\n  lines\n---\n", "role", null],
    ["---\nmetadata: { role: b }\n---\n", "metadata.role", null],
    ["---\nname: x\n---\n", "role", null],
    ["# no front matter\n", "role", null],
  ])("%j, %s", (source, name, after) => {
    expect(removeField(source, name)).toBe(after);
  });
});
