import { compactionCases } from "./compaction-cases.ts";

compactionCases("sqlite");
