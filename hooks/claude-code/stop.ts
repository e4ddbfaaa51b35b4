import { capture, onEvent } from "./on-event.ts";

/** Characters kept of the last answer. */
const MAX_ANSWER = 20_000;

// The transcript may lag behind this event: the answer that the event carries is the authoritative one.
onEvent("stop", (event) =>
  capture(event, {
    event: "stop",
    cause: null,
    lastAnswer: event.text("last_assistant_message")?.slice(0, MAX_ANSWER) ?? null,
  }),
);
