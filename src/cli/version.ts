declare const HANDOFF_VERSION: string | undefined;

/** The package's version; the bundler writes it in. */
export const version = typeof HANDOFF_VERSION === "string" ? HANDOFF_VERSION : "0.0.0-source";
