import { afterAll, inject, type TestContext } from "vitest";
import type { Era } from "./client.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { type Lab, type LabOptions, openLab, type LabTools } from "./lab.ts";

/** A lab with our hook, and its gateway. */
export interface Running {
  lab: Lab;
  gateway: Gateway;
}

/** The tools of a version; skips the test, with the reason, where they cannot be had. */
export function toolsFor(era: Era, skip: TestContext["skip"]): LabTools {
  const node = inject("node24");
  const openclaw = inject("openclaw")[era];
  if ("missing" in node) return skip(node.missing);
  if ("missing" in openclaw) return skip(openclaw.missing);
  return { node: node.path, openclaw: openclaw.path, ...inject("product") };
}

/**
 * One gateway for all tests of a file, since its start takes long: each test takes an agent of its own, and so a memory
 * of its own. It is started by the first test that asks, after `prepare`, and closed after the last one.
 */
export function sharedGateway(
  options: LabOptions & { era?: Era; prepare?: (lab: Lab) => void },
): (skip: TestContext["skip"]) => Promise<Running> {
  const { era = "sqlite", prepare, ...rest } = options;
  let opened: Promise<Running> | null = null;
  let lab: Lab | null = null;
  const open = async (tools: LabTools): Promise<Running> => {
    lab = await openLab(era, tools, rest);
    await lab.install();
    prepare?.(lab);
    return { lab, gateway: await startGateway(lab) };
  };
  afterAll(() => lab?.close());
  return (skip) => {
    const tools = toolsFor(era, skip);
    opened ??= open(tools);
    return opened;
  };
}
