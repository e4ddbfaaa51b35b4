import { describe, expect, it } from "vitest";
import { errorLineOf, hiddenErrorLine } from "./error-line.ts";

const cases: readonly [string, string, string | null][] = [
  [
    "tsc",
    "Exit code 2\nsrc/a.ts(3,7): error TS2322: Type 'string' is not assignable.\n\nFound 1 error.",
    "src/a.ts(3,7): error TS2322: Type 'string' is not assignable.",
  ],
  [
    "eslint",
    "/home/dev/shop/src/a.ts\n  12:5  error  'x' is defined but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
    "12:5  error  'x' is defined but never used  no-unused-vars",
  ],
  [
    "vitest",
    " FAIL  src/a.test.ts > total > once\nAssertionError: expected 80 to be 90 // Object.is equality\n ❯ src/a.test.ts:4:10\n\n Tests  1 failed | 4 passed (5)",
    "AssertionError: expected 80 to be 90 // Object.is equality",
  ],
  [
    "jest",
    "FAIL src/a.test.js\n  ● total › once\n\n    expect(received).toBe(expected)\n\nTests:       1 failed, 2 passed",
    "FAIL src/a.test.js",
  ],
  [
    "pytest",
    "tests/test_a.py F   [100%]\n>       assert total(1) == 2\nE       AssertionError: assert 1 == 2\n=== short test summary info ===\nFAILED tests/test_a.py::test_total - AssertionError: assert 1 == 2\n1 failed in 0.1s",
    "E       AssertionError: assert 1 == 2",
  ],
  [
    "python traceback",
    'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    main()\nValueError: no coupon named "x"',
    'ValueError: no coupon named "x"',
  ],
  ["go build", "# example.org/shop\n./main.go:10:2: undefined: coupon", "./main.go:10:2: undefined: coupon"],
  [
    "go test",
    "=== RUN   TestTotal\n    total_test.go:12: got 80, want 90\n--- FAIL: TestTotal (0.00s)\nFAIL\nexit status 1\nFAIL\texample.org/shop\t0.01s",
    "total_test.go:12: got 80, want 90",
  ],
  [
    "cargo",
    "   Compiling shop v0.1.0\nerror[E0308]: mismatched types\n --> src/main.rs:4:5\nerror: could not compile `shop` (bin)",
    "error[E0308]: mismatched types",
  ],
  [
    "cargo test",
    "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\nthread 'b' panicked at src/lib.rs:9:5:\nassertion failed\n\ntest result: FAILED. 1 passed; 1 failed",
    "thread 'b' panicked at src/lib.rs:9:5:",
  ],
  [
    "npm",
    'npm error Missing script: "lnit"\nnpm error\nnpm error A complete log of this run can be found in: /tmp/x.log',
    'npm error Missing script: "lnit"',
  ],
  [
    "git",
    "Auto-merging src/a.ts\nCONFLICT (content): Merge conflict in src/a.ts\nAutomatic merge failed; fix conflicts and then commit the result.",
    "CONFLICT (content): Merge conflict in src/a.ts",
  ],
  [
    "git push",
    "To github.com:x/y.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'github.com:x/y.git'\nhint: Updates were rejected",
    "! [rejected]        main -> main (fetch first)",
  ],
  [
    "git fatal",
    "fatal: not a git repository (or any of the parent directories): .git",
    "fatal: not a git repository (or any of the parent directories): .git",
  ],
  ["shell", "Exit code 127\n/bin/sh: 1: pnpn: not found", "/bin/sh: 1: pnpn: not found"],
  [
    "docker",
    "Error response from daemon: conflict: unable to remove image",
    "Error response from daemon: conflict: unable to remove image",
  ],
  [
    "make",
    "cc -c a.c\na.c:3:5: error: expected ';'\nmake: *** [Makefile:3: a.o] Error 1",
    "a.c:3:5: error: expected ';'",
  ],
  ["colour codes", "\u001b[31mError: boom\u001b[39m", "Error: boom"],
  [
    "a message of its own",
    "Exit code 1\nnothing to commit, working tree clean",
    "nothing to commit, working tree clean",
  ],
  ["output that says nothing", "a\nb\nc\nd\ne", null],
  ["a report of no errors", "Checked 12 files, 0 errors\na\nb\nc", null],
];

describe("errorLineOf", () => {
  it.each(cases)("finds what failed: %s", (_tool, output, expected) => {
    expect(errorLineOf(output)).toBe(expected);
  });

  it("finds the line between thousands of others", () => {
    const noise = Array.from({ length: 350 }, (_, n) => `compiling part ${n}`).join("\n");
    expect(errorLineOf(`${noise}\nTypeError: x is not a function\n${noise}`)).toBe(
      "TypeError: x is not a function",
    );
  });
});

describe("hiddenErrorLine", () => {
  it("sees a failed check behind a pipe", () => {
    expect(hiddenErrorLine("cd web && CI=1 npx tsc --noEmit; echo done", "a.ts(1,2): error TS1: x")).toBe(
      "a.ts(1,2): error TS1: x",
    );
    expect(hiddenErrorLine("npm test 2>&1 | tail -5", " FAIL  src/a.test.ts > once\n Tests  1 failed")).toBe(
      "FAIL  src/a.test.ts > once",
    );
  });

  it("leaves commands alone that check nothing or hide nothing", () => {
    expect(hiddenErrorLine("cat build.log | head", "TypeError: x")).toBeNull();
    expect(
      hiddenErrorLine("go test -v ./... | tail", "    a_test.go:7: phase 2\n--- PASS: TestA"),
    ).toBeNull();
    expect(hiddenErrorLine("git diff src/a.test.ts | tail", "TypeError: x")).toBeNull();
    expect(hiddenErrorLine("npm test", " FAIL  src/a.test.ts")).toBeNull();
  });
});
