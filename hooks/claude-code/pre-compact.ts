import { capture, onEvent } from "./on-event.ts";

// Prints nothing: the client adds what stands on stdout to the prompt of its own summary.
onEvent("pre-compact", (event) => capture(event, { event: "pre-compact", cause: event.text("trigger") }));
