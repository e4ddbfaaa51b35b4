import { describe, expect, it } from "vitest";
import { findCommitHashes, otherIdsOf } from "./hash.ts";

const FULL = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

const HASHES: readonly (readonly [string, string])[] = [
  ["seven digits", "fixed in 3f2c9ab"],
  ["eight digits", "fixed in 3f2c9ab1, then released"],
  ["forty digits", `state of ${FULL}`],
  ["full stop behind", "went out with 3f2c9ab."],
  ["comma behind", "3f2c9ab, reviewed"],
  ["brackets around", "parser rewrite (3f2c9ab)"],
  ["square brackets around", "[3f2c9ab] parser rewrite"],
  ["quotes around", 'see "3f2c9ab"'],
  ["code marks around", "see `3f2c9ab` for it"],
  ["one-line log", "3f2c9ab: parser rewrite"],
  ["one-line log with a dash", "3f2c9ab - parser rewrite"],
  ["behind a branch", "main@3f2c9ab"],
  ["a pinned action", `uses setup-node@${FULL}`],
  ["a range", "3f2c9ab..77ab0cd"],
  ["parent", "3f2c9ab^ still worked"],
  ["grandparent", "3f2c9ab~2 still worked"],
  ["describe", "v1.4-12-g3f2c9ab"],
  ["dirty", "built from 3f2c9ab-dirty"],
  ["possessive", "3f2c9ab's parent"],
  ["letters after commit", "commit deadbeef"],
  ["letters after commit, in code marks", "commit `deadbeef`"],
  ["digits after commit", "commit 1234567"],
  ["digits after a plural", "commits 1234567 and 7654321"],
  ["after commit with a colon", "commit: cafebabe"],
  ["after commit hash", "commit hash cafebabe"],
  ["after commit id", "commit id: cafebabe"],
  ["after SHA", "SHA 7654321"],
  ["after SHA-1", "sha1: abcdefa"],
  ["after SHA with equals", "sha=abcdefa"],
  ["after revision", "revision 7654321"],
  ["after cherry-picked", "cherry-picked abcdefa"],
  ["after a git command", "git show abcdefa"],
  ["after a git reset", "git reset --hard 7654321"],
  ["upper case after commit", "commit 3F2C9AB"],
  ["in a commit URL", "https://example.org/o/r/commit/3f2c9ab"],
  ["in a pull request's commit URL", `https://example.org/o/r/pull/4/commits/${FULL}`],
  ["in a commit URL of another forge", "https://example.org/o/r/-/commit/3f2c9ab"],
  ["after a Russian commit", "коммит 7654321"],
  ["after a Chinese commit", "提交 3f2c9ab"],
  ["emphasis around", "**3f2c9ab** is the last good one"],
];

const OTHERS: readonly (readonly [string, string])[] = [
  ["six digits", "fixed in 3f2c9a"],
  ["forty-one digits", `state of ${FULL}0`],
  ["sixty-four digits", `sha256 ${FULL}${FULL.slice(0, 24)}`],
  ["a word of hex letters", "the wall was defaced"],
  ["that word after commit", "the commit defaced it"],
  ["deadbeef without context", "magic number deadbeef"],
  ["another word", "they acceded to it"],
  ["a number", "about 1234567 rows"],
  ["a number with exponent", "1234567e10 steps"],
  ["a binary number", "flags 0b1000011111"],
  ["a row of digits", "0123456789abcdef"],
  ["a round number after commit", "commit 10000000 rows"],
  ["a compact day", "built on 20260131"],
  ["a compact day after commit", "commits 20260131"],
  ["a day with a letter", "release 20260131a"],
  ["a compact time", "at 20260131T101112Z"],
  ["an ISO day", "on 2026-01-31"],
  ["a UUID", "5f0c1b9e-3a7d-4c2e-9b1a-0d4e8f6a7c21"],
  ["a UUID without dashes", "5f0c1b9e3a7d4c2e9b1a0d4e8f6a7c21"],
  ["a colour", "background #1a2b3c4d"],
  ["a short colour", "color: #fa0"],
  ["a hex number", "at 0x1a2b3c4d"],
  ["an identifier", "user_3f2c9ab1"],
  ["an identifier with a dash", "prod-3f2c9ab1"],
  ["a camel-case identifier", "id3f2c9ab1"],
  ["a file name", "3f2c9ab1.md"],
  ["a file name with a hash in it", "index.3f2c9ab1.js"],
  ["a folder", "objects/3f2c9ab1/pack"],
  ["a Windows folder", "objects\\3f2c9ab1"],
  ["a base-36 id", "k3f2c9abz"],
  ["mixed case", "aB3dE5f7"],
  ["upper case without context", "plate 12AB34C"],
  ["IPv6", "2001:0db8:85a3:0000:0000:8a2e:0370:7334"],
  ["short IPv6", "fe80::1ff:fe23:4567:890a"],
  ["MAC", "00:1a:2b:3c:4d:5e"],
  ["MAC in words of four", "001a.2b3c.4d5e"],
  ["MAC without separators", "MAC 001a2b3c4d5e"],
  ["a digest with its name", "sha256:3f2c9ab1"],
  ["MD5", "md5 0cc175b9c0f1a6a831c399e269772661"],
  ["a session", "session 3f2c9ab1"],
  ["sessions in a row", "sessions (`3f2c9ab1`, `77ab0cd1` and `4b825dc6`)"],
  ["a checkpoint", "checkpoint 3f2c9ab1d0e2"],
  ["a kind of key", "an ed25519 key"],
  ["a container", "container 3f2c9ab1d0e2"],
  ["an id", "id: 3f2c9ab1"],
  ["a version with build data", "1.2.3+3f2c9ab1"],
  ["a URL that is no commit", "https://example.org/a/3f2c9ab1/page"],
  ["a query", "https://example.org/?v=3f2c9ab1"],
  ["an anchor", "#3f2c9ab1"],
  ["an e-mail address", "a@3f2c9ab1.example"],
  ["CSS", "color:#abc;margin:0"],
  ["a setting", "cache=3f2c9ab1"],
  ["a variable", "$3f2c9ab1"],
  ["percent encoding", "a%3f2c9ab1"],
  ["commit without a hash", "commit often, push daily"],
  ["a word with digits", "face2face talks"],
];

describe("findCommitHashes", () => {
  it.each(HASHES)("finds a hash: %s", (_, text) => {
    expect(findCommitHashes(text)).not.toEqual([]);
  });

  it.each(OTHERS)("finds none in %s", (_, text) => {
    expect(findCommitHashes(text)).toEqual([]);
  });

  it("finds both ends of a range and every hash of a list", () => {
    const text = "commits 3f2c9ab..77ab0cd, abcdefa and 1234567";
    expect(findCommitHashes(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      "3f2c9ab",
      "77ab0cd",
      "abcdefa",
      "1234567",
    ]);
  });

  it("takes the context from what stands ahead in the paragraph", () => {
    expect(findCommitHashes("`1234567`", "after commit ")).toEqual([{ start: 1, end: 8 }]);
    expect(findCommitHashes("`3f2c9ab1`", "in session ")).toEqual([]);
  });

  it("remembers what a text once called another id, unless it is called a commit", () => {
    const ids = otherIdsOf("session `3f2c9ab1` and the log of 3f2c9ab1");
    expect(findCommitHashes("the log of 3f2c9ab1", "", ids)).toEqual([]);
    expect(findCommitHashes("commit 3f2c9ab1", "", ids)).toHaveLength(1);
  });

  it("takes what a file is named by for no hash, in the text or in the memory", () => {
    expect([...otherIdsOf("see [cache](research-3f2c9ab1-cache.md)")]).toEqual(["3f2c9ab1"]);
    expect([...otherIdsOf("hash: 77ab0cd1", ["notes/learning-77ab0cd1.md", "a.md"])]).toEqual(["77ab0cd1"]);
    expect([...otherIdsOf("index.3f2c9ab1.js, x3f2c9ab1.md", ["deface.md"])]).toEqual([]);
  });
});
