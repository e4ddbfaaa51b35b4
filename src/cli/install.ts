import { z } from "zod";
import { HandoffError } from "../errors.ts";
import { handoffHome } from "../config/home.ts";
import { applyPlanned } from "../install/apply.ts";
import { runningBundle } from "../install/bundle.ts";
import type { Installer } from "../install/installer.ts";
import { installerFor } from "../install/installers.ts";
import { type ChosenProvider, hasChosen, planProvider, PROVIDER_CHOICES } from "../install/provider.ts";
import { installRecords, SCOPES } from "../store/installed.ts";
import { type CommandDefinition, oneOf, parseOptions, type RawOptions } from "./command.ts";
import { askForForm, askForProvider } from "./install-questions.ts";
import { type Io, printJson, say } from "./io.ts";
import { asksOf, canAsk, confirmed, showDiff } from "./shown-plan.ts";
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
    const { form, note } = await chosenForm(installer, bundle, { home, options, raw, io });
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
    const write = !options.dryRun && (await confirmed(io, { ...raw, yes: options.yes }, wiring));
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
    const notes = [...(note === null ? [] : [note]), ...wiring.notes, ...provider.notes, ...verdict];
    if (raw.json === true) {
      printJson(io, {
        changed: write || options.dryRun ? planned : [],
        diff: wiring.diff,
        notes,
        asks: asksOf(wiring),
      });
      return 0;
    }
    if (write) for (const { file, how } of planned) say(io, raw, `${how} ${file}`);
    if (options.dryRun) say(io, raw, "dry run: nothing was written");
    else if (!write) say(io, raw, "nothing was written");
    else if (planned.length === 0) say(io, raw, "already installed: nothing to change");
    if (write || options.dryRun) for (const note of notes) say(io, raw, note);
    return 0;
  },
};

/**
 * The form that the call named, else the one a person chooses who has neither a model nor an installation; null: the
 * host's. A dry run asks nothing: it shows what is offered first where a person would be asked, and says so.
 */
async function chosenForm(
  { host, forms }: Installer,
  bundle: string,
  { home, options, raw, io }: { home: string; options: Options; raw: RawOptions; io: Io },
): Promise<{ form: string | null; note: string | null }> {
  if (options.form !== undefined && forms === undefined)
    throw new HandoffError("usage", { name: "--form", expected: `a host that has several; ${host} has one` });
  if (options.form !== undefined) return { form: options.form, note: null };
  const built = forms?.(bundle) ?? [];
  const isNew = installRecords(home, host).length === 0 && !hasChosen(home) && options.provider === undefined;
  const [first] = built;
  if (first === undefined || built.length < 2 || !isNew) return { form: null, note: null };
  const asks = canAsk(io, { ...raw, yes: options.yes });
  if (options.dryRun) return { form: asks ? first : null, note: dryRunNote(host, first, asks) };
  return { form: asks ? await askForForm(built) : null, note: null };
}

/** Which of several forms a dry run shows. */
function dryRunNote(host: string, first: string, asks: boolean): string {
  return asks
    ? `Shown is the ${first}, which handoff install ${host} offers first when it asks for the form; --form names another.`
    : `Shown is what a call without questions does; on a terminal handoff install ${host} asks for the form and offers the ${first} first (--form ${first}).`;
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
