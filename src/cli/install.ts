import { z } from "zod";
import { readConfig } from "../config/config.ts";
import { handoffHome } from "../config/home.ts";
import { applyPlanned } from "../install/apply.ts";
import { runningBundle } from "../install/bundle.ts";
import type { Installer, Planned } from "../install/installer.ts";
import { installerFor } from "../install/installers.ts";
import { MODEL_FORM, modelFault } from "../install/openclaw/hosts-model.ts";
import {
  type ChosenProvider,
  hasChosen,
  planProvider,
  PROVIDER_CHOICES,
  type ProviderChoice,
} from "../install/provider.ts";
import { SCOPES } from "../store/installed.ts";
import { type CommandDefinition, oneOf, parseOptions, type RawOptions } from "./command.ts";
import { chosenForm } from "./install-form.ts";
import { askForProvider } from "./install-questions.ts";
import { type Io, printJson, say } from "./io.ts";
import { asksOf, assertConfirmed, canAsk, showDiff } from "./shown-plan.ts";
import { version } from "./version.ts";

const Options = z.looseObject({
  scope: oneOf(SCOPES).default("user"),
  provider: oneOf(PROVIDER_CHOICES).optional(),
  form: z.string().optional(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

export const install: CommandDefinition = {
  name: "install",
  summary: "wire the hooks into an agent; shows the change first, and uninstall takes it back",
  arguments: [["<host>", "claude-code or openclaw"]],
  options: [
    ["--scope <scope>", "user (default) or project: whose settings"],
    ["--provider <name>", `${PROVIDER_CHOICES.join(", ")} (default: what the config says, else none)`],
    ["--form <form>", "of openclaw: plugin (offered first where you are asked) or pack (default elsewhere)"],
    ["--dry-run", "show what would change and write nothing"],
    ["--yes", "do not ask"],
  ],
  examples: [
    "handoff install claude-code",
    "handoff install claude-code --dry-run",
    "handoff install claude-code --scope project --yes",
    "handoff install claude-code --provider claude-cli",
    "handoff install openclaw --dry-run",
  ],
  async run(args, raw, io) {
    const options = parseOptions(Options, raw);
    const home = handoffHome(io.env);
    const installer = installerFor(args[0] ?? "");
    const bundle = runningBundle(import.meta.url);
    const { form, note } = await chosenForm(installer, {
      home,
      bundle,
      named: options.form,
      provider: options.provider,
      dryRun: options.dryRun,
      asks: canAsk(io, { ...raw, yes: options.yes }),
    });
    const plan = () =>
      installer.planInstall({
        ...(form === null ? {} : { form }),
        home,
        cwd: io.cwd,
        env: io.env,
        scope: options.scope,
        bundle,
        version,
        execPath: process.execPath,
      });
    let wiring = plan();
    showDiff(io, raw, wiring);
    const given: ChosenProvider = { choice: options.provider ?? null, command: null, asked: false };
    planProvider(home, given);
    const write = !options.dryRun;
    if (write) await assertConfirmed(io, { ...raw, yes: options.yes }, wiring);
    const provider = planProvider(
      home,
      write ? await chosenProvider(given, { home, options, raw, io, form }) : given,
    );
    if (write) {
      wiring = await applyPlanned(wiring, plan);
      provider.apply();
    }
    const planned = [...wiring.changes, ...provider.changes];
    // The host takes seconds for its answer: nobody reads it with --quiet.
    const asks = write && wiring.changes.length > 0 && raw.quiet !== true;
    if (asks && wiring.verify !== undefined) say(io, raw, "asking the client whether it takes it …");
    const verdict = asks ? ((await wiring.verify?.()) ?? []) : [];
    const fault = faultOf(installer, wiring, write ? null : options.provider, { home, io });
    const notes = [
      ...(note === null ? [] : [note]),
      ...wiring.notes,
      ...provider.notes,
      ...(fault === null ? [] : [fault]),
      ...verdict,
    ];
    if (raw.json === true) {
      printJson(io, { changed: planned, diff: wiring.diff, notes, asks: asksOf(wiring) });
      return 0;
    }
    if (write) for (const { file, how } of planned) say(io, raw, `${how} ${file}`);
    if (options.dryRun) say(io, raw, "dry run: nothing was written");
    else if (planned.length === 0) say(io, raw, "already installed: nothing to change");
    for (const note of notes) say(io, raw, note);
    return 0;
  },
};

/** Why nobody would answer the provider that is chosen then: OpenClaw's own model answers its plugin alone. */
function faultOf(
  { host }: Installer,
  { form }: Planned,
  named: ProviderChoice | null | undefined,
  { home, io }: { home: string; io: Io },
): string | null {
  const { provider, model } = readConfig(home);
  const wired = host === "openclaw" && form === MODEL_FORM;
  if ((named ?? provider) !== "openclaw" || wired) return null;
  const fault = modelFault({ home, env: io.env, model });
  return fault === null ? null : `provider ${fault.message}: ${fault.fix}.`;
}

/** What the call said, else what a person says; nobody is asked twice. */
async function chosenProvider(
  given: ChosenProvider,
  {
    home,
    options,
    raw,
    io,
    form,
  }: { home: string; options: Options; raw: RawOptions; io: Io; form: string | null },
): Promise<ChosenProvider> {
  if (given.choice !== null || hasChosen(home) || !canAsk(io, { ...raw, yes: options.yes })) return given;
  return askForProvider({}, { hostsModel: form === "plugin" });
}
