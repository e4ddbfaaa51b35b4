import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { says } from "../../fixtures/messages-api/stand-in.ts";
import { until } from "../until.ts";
import { handoffsOf } from "../memory.ts";
import { CLIENT_VERSIONS } from "./client.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import type { Lab } from "./lab.ts";

const turns = [{ prompt: /import/u, answers: [says("It reads bank statements.")] }];
const SLOW = { limitMs: 120_000 };

const packOf = (lab: Lab): string => path.join(lab.clientState, "hooks/session-handoff");
const configOf = (lab: Lab): string => readFileSync(lab.config, "utf8");
/** How often the gateway took up a change of its hooks. */
const reloads = (gateway: Gateway): number =>
  gateway.log().split("config hot reload applied (hooks").length - 1;

/** The config as a person might have written it, who likes comments. */
function comment(lab: Lab): string {
  const text = `// kim's own\n${configOf(lab)
    .replace('"gateway"', "/* local */ gateway")
    .replace(/\n\}\n$/, ",\n} // end\n")}`;
  writeFileSync(lab.config, text);
  return text;
}

function untilCaptured(lab: Lab, gateway: Gateway): Promise<true> {
  const isThere = (): boolean => handoffsOf(lab.workspace()).length === 1;
  return until("the handoff is there", isThere, {
    ...SLOW,
    describe: () => `${ourLog(lab)}\n${gateway.log()}`,
  });
}

function ourLog(lab: Lab): string {
  const file = path.join(lab.state, "log/handoff.log");
  return existsSync(file) ? readFileSync(file, "utf8") : "nothing in our log";
}

/** A hook of a person's own in the client's folder, which notes that it was called. */
function addHook(lab: Lab, name: string): void {
  const folder = path.join(lab.clientState, "hooks", name);
  mkdirSync(folder, { recursive: true });
  const metadata = JSON.stringify({ openclaw: { events: ["command:new"] } });
  writeFileSync(
    path.join(folder, "HOOK.md"),
    `---\nname: ${name}\ndescription: "own"\nmetadata: ${metadata}\n---\n`,
  );
  const handler = `import { writeFileSync } from "node:fs";
export default async () => writeFileSync(${JSON.stringify(path.join(folder, "fired"))}, "");
`;
  writeFileSync(path.join(folder, "handler.js"), handler);
}

hostTest(
  "a gateway that runs takes up an installation and lets go of it, and no byte stays",
  async ({ openLab, figure }) => {
    const lab = await openLab({ turns });
    const before = comment(lab);
    const gateway = await startGateway(lab);
    const start = performance.now();
    await lab.install();
    await until("the hook is loaded", () => reloads(gateway) === 1, { ...SLOW, describe: gateway.log });
    figure(
      "handoff install openclaw, until the gateway has it",
      CLIENT_VERSIONS.sqlite,
      performance.now() - start,
    );
    await gateway.chat("What does the import do?");
    await gateway.chat("/new");
    await untilCaptured(lab, gateway);

    expect(await lab.handoff("uninstall", "openclaw")).toMatchObject({ code: 0 });
    await until("the hook is gone", () => reloads(gateway) === 2, { ...SLOW, describe: gateway.log });
    expect(configOf(lab)).toBe(before);
    expect(existsSync(packOf(lab))).toBe(false);
  },
);

hostTest("an older gateway takes it up when it starts, and no byte stays either", async ({ openLab }) => {
  const lab = await openLab({ era: "files", turns });
  const before = comment(lab);
  await lab.install();
  const gateway = await startGateway(lab);
  await gateway.chat("What does the import do?");
  await gateway.chat("/new");
  await untilCaptured(lab, gateway);
  const { code, out } = await lab.handoff("uninstall", "openclaw");
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("openclaw gateway restart") });
  expect(configOf(lab)).toBe(before);
  expect(existsSync(packOf(lab))).toBe(false);
});

hostTest(
  "what the client itself made of its config since loses our entry, and nothing else",
  async ({ openLab }) => {
    const lab = await openLab({ turns });
    comment(lab);
    await lab.install();
    const set = await lab.openclaw("config", "set", "agents.defaults.bootstrapMaxChars", "15000");
    expect(set).toMatchObject({ code: 0 });
    const own = JSON.parse(configOf(lab));
    expect(own.hooks.internal.entries["session-handoff"]).toMatchObject({ enabled: true });
    expect(await lab.handoff("uninstall", "openclaw")).toMatchObject({ code: 0 });
    const { hooks: _, ...rest } = own;
    expect(JSON.parse(configOf(lab))).toEqual(rest);
    expect(rest.agents.defaults.bootstrapMaxChars).toBe(15_000);
  },
);

hostTest(
  "where the client loads every hook it finds, ours needs no entry and ends that for no other",
  async ({ openLab }) => {
    const lab = await openLab({ turns, edit: (config) => (config.hooks = { internal: { enabled: true } }) });
    const before = configOf(lab);
    addHook(lab, "kims-own");
    await lab.install();
    expect(configOf(lab)).toBe(before);
    const gateway = await startGateway(lab);
    await gateway.chat("What does the import do?");
    await gateway.chat("/new");
    await untilCaptured(lab, gateway);
    expect(existsSync(path.join(lab.clientState, "hooks/kims-own/fired"))).toBe(true);
  },
);
