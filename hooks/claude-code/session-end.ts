import { capture, onEvent } from "./on-event.ts";

// Fires at /clear, /resume and every exit but a kill. The client waits for it, at most 1.5 s, so it only queues.
onEvent("session-end", (event) => capture(event, { event: "session-end", cause: event.text("reason") }));
