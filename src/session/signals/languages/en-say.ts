import type { Purpose } from "../command.ts";
import type { LanguageWords } from "../language.ts";

const PURPOSES: Readonly<Record<Purpose, string>> = {
  test: "Tests",
  lint: "Lint",
  typecheck: "Type check",
  format: "Format",
  build: "Build",
  bench: "Benchmark",
  generate: "Generate",
  deploy: "Deploy",
  release: "Release",
};

/** Sentences of ours in English. */
export const englishSentences: LanguageWords["say"] = {
  workingOn: (what) => `In progress: ${what}`,
  todosDone: (done, all) => `${done} of ${all} planned steps are done.`,
  failing: (command) => `The last run of ${command} failed and was not seen to pass since.`,
  passed: (command) => `Passed since then: ${command}.`,
  lastChanged: (files) => `Last changed: ${files}.`,
  asked: "Nothing was done on the last request yet.",
  answered: "The last request was answered; nothing was changed for it.",
  stepOf: (what, done, all) => `In progress: ${what} (${done} of ${all} steps done).`,
  waits: (question) => (question === null ? "Waits for the person." : `Waits for an answer: ${question}`),
  found: (what) => `Nothing changed for the last request yet; found so far: ${what}`,
  started: "Work on the last request has begun; nothing was changed for it yet.",
  lesson: (command, cause, fix) => `${command} failed: ${cause}${fix === null ? "" : ` Fix: ${fix}`}`,
  procedureName: "Commands",
  procedureOf: (project) => `${project} commands`,
  procedure: (purpose, command) => `${PURPOSES[purpose]}: ${command}`,
  answer: (question, answer, others) =>
    `${question} ${answer}${others.length === 0 ? "" : ` (rejected: ${others.join("; ")})`}.`,
  picked: (chosen, others) =>
    `Chosen: ${chosen}${others.length === 0 ? "" : ` (rejected: ${others.join("; ")})`}.`,
  fixedIn: (files) => `change in ${files.join(" and ")}.`,
  repaired: (cause, fix) => `${cause} Fix: ${fix}`,
  cause: (symptom, cause, fix) => `${symptom}: ${cause}${fix === null ? "" : ` Fix: ${fix}`}`,
  projectStatus: (phase, task) =>
    `${{ "in-progress": "In progress", waiting: "Waiting for an answer", blocked: "Blocked", done: "Done" }[phase]}: ${task}`,
};
