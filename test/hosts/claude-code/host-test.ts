import { inject, test as base } from "vitest";
import { noteFigure } from "../figures.ts";
import { hookTimes } from "./hook-times.ts";
import { type Lab, type LabScript, openLab } from "./lab.ts";

export interface HostTest {
  /** Opens a lab that is closed after the test. Skips the test, with the reason, where the client cannot be had. */
  openLab: (script?: LabScript) => Promise<Lab>;
  /** Notes a measured time for the table at the end. */
  figure: (what: string, how: string, ms: number) => void;
}

/** A test with the real client. */
export const hostTest = base.extend<HostTest>({
  openLab: async ({ skip }, use) => {
    const labs: Lab[] = [];
    await use(async (script = {}) => {
      const claude = inject("claude");
      if ("missing" in claude) return skip(claude.missing);
      const lab = await openLab({ claude: claude.path, handoff: inject("handoff") }, script);
      labs.push(lab);
      return lab;
    });
    for (const lab of labs) {
      for (const { hook, by, ms } of hookTimes(lab)) {
        noteFigure(inject("figures"), `hook ${hook}`, `measured by ${by}`, ms);
      }
      await lab.close();
    }
  },
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from here
  figure: async ({}, use) => use((what, how, ms) => noteFigure(inject("figures"), what, how, ms)),
});

/** A test that needs a terminal as well. */
export const terminalTest = hostTest.extend<{ tmux: string }>({
  tmux: [
    async ({ skip }, use) => {
      const tmux = inject("tmux");
      if ("missing" in tmux) skip(tmux.missing);
      else await use(tmux.path);
    },
    { auto: true },
  ],
});
