import { z } from "zod";

/** Whom a statement holds for: the person everywhere, this project, or this branch of it. */
export const Scope = z.enum(["user", "project", "branch"]);
export type Scope = z.infer<typeof Scope>;
