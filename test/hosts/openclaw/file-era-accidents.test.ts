import { accidentCases } from "./accident-cases.ts";

accidentCases("files");
