import { readConfig } from "../config/config.ts";
import { HandoffError } from "../errors.ts";
import type { Installer } from "../install/installer.ts";
import { hasChosen, type ProviderChoice } from "../install/provider.ts";
import { installRecords } from "../store/installed.ts";
import { askForForm } from "./install-questions.ts";

/** What decides the form in which handoff goes into a host that has several. */
export interface FormRequest {
  /** `$HANDOFF_HOME`. */
  home: string;
  /** Folder of the bundle to install from. */
  bundle: string;
  /** The one that the call named. */
  named: string | undefined;
  /** The provider that the call named. */
  provider: ProviderChoice | undefined;
  dryRun: boolean;
  /** Whether a person can be asked. */
  asks: boolean;
}

/** The form to install, null: the one in use, else the host's default; and what a person should know of the choice. */
export interface FormChoice {
  form: string | null;
  note: string | null;
}

/**
 * The form that the call named, else the one that the provider needs, else the one a person chooses who has neither a
 * model nor an installation. A dry run asks nothing: it shows what is offered first where a person would be asked, and
 * says so. Errors: `usage`, `cancelled`, `config-invalid`.
 */
export async function chosenForm(installer: Installer, request: FormRequest): Promise<FormChoice> {
  const { host, forms, modelForm = null } = installer;
  const { home, bundle, named, provider, dryRun, asks } = request;
  if (named !== undefined && forms === undefined)
    throw new HandoffError("usage", { name: "--form", expected: `a host that has several; ${host} has one` });
  const needed = provider === host ? modelForm : null;
  if (named !== undefined && needed !== null && named !== needed) {
    const expected = `${needed} with --provider ${host}: only the ${needed} can ask the agent's own model`;
    throw new HandoffError("usage", { name: "--form", expected });
  }
  if (named !== undefined) return { form: named, note: null };
  const isFirst = installRecords(home, host).length === 0;
  const isMeant = (provider ?? readConfig(home).provider) === host;
  if (needed !== null || (modelForm !== null && isFirst && isMeant))
    return { form: modelForm, note: isFirst ? `It is the ${modelForm}: ${NEEDED}.` : null };
  const built = forms?.(bundle) ?? [];
  const [first] = built;
  const isOpen = isFirst && !hasChosen(home) && provider === undefined;
  if (first === undefined || built.length < 2 || !isOpen) return { form: null, note: null };
  if (dryRun) return { form: asks ? first : null, note: dryRunNote(host, first, asks) };
  return { form: asks ? await askForForm(built) : null, note: null };
}

const NEEDED = "only through it the agent's own model can be asked, which is the provider";

/** Which of several forms a dry run shows. */
function dryRunNote(host: string, first: string, asks: boolean): string {
  return asks
    ? `Shown is the ${first}, which handoff install ${host} offers first when it asks for the form; --form names another.`
    : `Shown is what a call without questions does; on a terminal handoff install ${host} asks for the form and offers the ${first} first (--form ${first}).`;
}
