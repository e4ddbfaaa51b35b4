import { leftSession } from "./left-session.ts";
import { onEvent, queueEvent, startWorker } from "./on-event.ts";
import { textForStart } from "./start-text.ts";

onEvent("session-start", async (event) => {
  const { capture, recall } = event.settings;
  if (!capture && !recall) return null;
  const source = event.text("source") ?? "startup";
  // Catches up with sessions that no event told of, and refreshes what is told.
  const job = queueEvent(event, { event: "session-start", cause: source });
  const left = source === "clear" ? leftSession(event) : null;
  // The worker that writes the session just left was started at its end: a second one would only slow it down.
  if (job !== null && left === null) startWorker(event);
  const text = recall ? await textForStart({ event, source, job, left }) : null;
  if (job !== null && left !== null) startWorker(event);
  if (text === null) return null;
  // The contract of the event; anything beside it on stdout would be shown to the model raw.
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text },
  });
});
