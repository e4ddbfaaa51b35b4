import fc from "fast-check";

/** Any number would do: with it all properties held when it was chosen. */
const SEED = 20_261_130;

const given = process.env["HANDOFF_SEED"];

// Property tests look at the same examples in each run, so that a run fails for a change and never by chance.
// HANDOFF_SEED looks further: another number, or "random" for new examples each time.
if (given !== "random") fc.configureGlobal({ seed: given === undefined ? SEED : Number(given) });
