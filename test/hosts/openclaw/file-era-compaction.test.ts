import { compactionCases } from "./compaction-cases.ts";

compactionCases("files");
