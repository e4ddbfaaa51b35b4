import { inject, test as base } from "vitest";
import { noteFigure } from "../figures.ts";
import type { Era } from "./client.ts";
import { type Lab, type LabOptions, openLab } from "./lab.ts";
import { toolsFor } from "./shared.ts";

export interface HostTest {
  /**
   * Opens a lab that is closed after the test, with the version that keeps sessions in SQLite unless told otherwise.
   * Skips the test, with the reason, where the client cannot be had.
   */
  openLab: (options?: LabOptions & { era?: Era }) => Promise<Lab>;
  /** Notes a measured time for the table at the end. */
  figure: (what: string, how: string, ms: number) => void;
}

/** A test with the real client. */
export const hostTest = base.extend<HostTest>({
  openLab: async ({ skip }, use) => {
    const labs: Lab[] = [];
    await use(async ({ era = "sqlite", ...options } = {}) => {
      const lab = await openLab(era, toolsFor(era, skip), options);
      labs.push(lab);
      return lab;
    });
    for (const lab of labs) await lab.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from here
  figure: async ({}, use) => use((what, how, ms) => noteFigure(inject("openclawFigures"), what, how, ms)),
});
