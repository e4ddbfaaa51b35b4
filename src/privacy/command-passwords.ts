import type { Span } from "./mask.ts";
import { isChosenWord, isMixed, isNoValue } from "./password-values.ts";

/** Commands whose short flag takes a password. Flags keep their case: `-P` is a port where `-p` is a password. */
const COMMANDS: readonly RegExp[] = [
  /\bsshpass\s{1,3}-p\s{0,3}["']?(?<sure>[^\s"']{3,128})/dg,
  /\b(?:mysql(?:dump|admin|import|check|sh)?|mariadb(?:-\w{1,10})?|mycli)\s[^\n|;&]{0,160}?(?<=\s)-p["']?(?<sure>[^\s"'=-][^\s"']{2,127})/dg,
  /\b(?:mysql(?:dump|admin|import|check|sh)?|mariadb(?:-\w{1,10})?|mongo(?:sh|dump|restore|import|export)?|docker login|podman login|helm registry login|influx|arangosh|cqlsh|sqlcmd|bcp|az login|oc login)\s[^\n|;&]{0,160}?(?<=\s)-[pP]\s{1,2}["']?(?<value>[^\s"']{4,128})/dg,
  /\b(?:curl|https?|xh|wget|smbclient|rpcclient)\s[^\n|;&]{0,300}?(?<=\s)(?:-u|-a|-U|--user|--auth|--proxy-user)[\s=]{0,2}["']?[\p{L}0-9_.@\\+-]{1,64}[:%](?<sure>[^\s"']{3,128})/dgu,
  /\b(?:redis-cli|valkey-cli)\s[^\n|;&]{0,160}?(?<=\s)-a\s{1,2}["']?(?<sure>[^\s"']{3,128})/dg,
  /\bldap(?:search|modify|add|whoami)\s[^\n|;&]{0,200}?(?<=\s)-w\s{1,2}["']?(?<sure>[^\s"']{3,128})/dg,
  /\b(?:unzip|zip|7z|7za|unrar)\s[^\n|;&]{0,160}?(?<=\s)-[pP]\s?["']?(?<value>[^\s"']{4,128})/dg,
  /\becho\s{1,2}["']?(?:[\w.-]{1,32}:)?(?<value>[^\s"':]{4,64})["']?\s{0,2}\|\s{0,2}(?:sudo\s(?:-\w{1,8}\s){0,3}?-S|(?:sudo\s)?chpasswd|passwd\s--stdin)/dg,
];
const ANY_FLAG = / -(?:[pPuUaw](?:[ "'][^ -]|[^\s-]{3})|-user|-auth|-proxy-user|-stdin|S )/;
const ANY_COMMAND =
  /sshpass|mysql|mariadb|mycli|mongo|login|curl|http|wget|smbclient|redis|valkey|ldap|zip|7z|echo|sqlcmd/;

/** Passwords on command lines: `sshpass -p`, `mysql -p`, `curl -u user:…`. */
export function commandPasswords(text: string): Span[] {
  if (!(ANY_FLAG.test(text) || text.includes("chpasswd")) || !ANY_COMMAND.test(text)) return [];
  return COMMANDS.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match): Span | null => {
      const sure = match.groups?.["sure"];
      const value = (sure ?? match.groups?.["value"] ?? "").replace(/[),;\\]+$/, "");
      const place = match.indices?.groups?.[sure === undefined ? "value" : "sure"];
      if (place === undefined || isNoValue(value, false)) return null;
      const chosen =
        isMixed(value, 4) || (sure !== undefined && (isChosenWord(value, 5) || /^[0-9]{4,}$/.test(value)));
      return chosen ? { start: place[0], end: place[0] + value.length } : null;
    }).filter((span) => span !== null),
  );
}
