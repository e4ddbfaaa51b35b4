/** What the first bytes of a record tell without parsing it; null where they do not. */
export interface Glance {
  type: string | null;
  sidechain: boolean;
  /** Type of the attachment, when the record is one and says so up front. */
  attachment: string | null;
}

const LOOK_BYTES = 700;
/** One member whose value is no object and no array, with the comma before it. */
const MEMBER =
  /\s*,?\s*"(\w+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|null|(true|false)|-?[\d.]+(?:[eE][+-]?\d+)?)(?=\s*[,}])/y;
const ATTACHMENT = /\s*,?\s*"attachment"\s*:\s*\{\s*"type"\s*:\s*"(\w+)"/y;

/**
 * Walks the members of a JSON object from its begin up to the first nested value. Most bytes of a transcript are records
 * that are of no use and say so within the first members; where `message` stands before `type` only parsing tells.
 */
export function glanceAt(bytes: Buffer): Glance {
  const glance: Glance = { type: null, sidechain: false, attachment: null };
  const head = bytes.toString("latin1", 0, LOOK_BYTES);
  const open = head.indexOf("{");
  if (open === -1) return glance;
  MEMBER.lastIndex = open + 1;
  let at = MEMBER.lastIndex;
  for (let member = MEMBER.exec(head); member !== null; member = MEMBER.exec(head)) {
    at = MEMBER.lastIndex;
    // A type that is no plain word is none we know: the parser may look at it.
    if (member[1] === "type")
      return { ...glance, type: /^[\w-]+$/.test(member[2] ?? "") ? (member[2] ?? null) : null };
    if (member[1] === "isSidechain" && member[3] === "true") glance.sidechain = true;
  }
  ATTACHMENT.lastIndex = at;
  const attachment = ATTACHMENT.exec(head)?.[1];
  return attachment === undefined ? glance : { ...glance, type: "attachment", attachment };
}
