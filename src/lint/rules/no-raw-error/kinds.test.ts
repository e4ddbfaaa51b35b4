import { describe, expect, it } from "vitest";
import { formOf, rawKindOf, type RawKind } from "./kinds.ts";

const RAW: Readonly<Record<RawKind, readonly string[]>> = {
  "stack frame": [
    "    at parse (file:///srv/app/parse.js:10:5)",
    "    at Object.<anonymous> (/srv/app/index.js:1:20)",
    "    at async Promise.all (index 0)",
    "    at /srv/app/run.mjs:3:1",
    "    at async load (node:internal/modules/esm/loader:512:21)",
    "    at new Parser (C:\\app\\parser.js:4:11)",
    "    at Module._compile (node:internal/modules/cjs/loader:1358:14)",
    "\tat org.example.shop.Cart.add(Cart.java:42)",
    "\tat java.base/java.lang.Thread.run(Thread.java:833)",
    "\tat org.example.MainKt.main(Main.kt)",
    "\t... 12 more",
    "   at Shop.Cart.Add(String name) in /src/Cart.cs:line 12",
    "   --- End of inner exception stack trace ---",
    '  File "/srv/app/main.py", line 3, in <module>',
    "\t/srv/app/main.go:12 +0x1d",
    "main.load(0xc000012345, 0x4)",
    "   7: core::panicking::panic_fmt",
    "  --> src/main.rs:4:5",
    "cart.rb:12:in `add'",
    "#0 /srv/app/cart.php(12): add()",
    "> at parse (/srv/app/parse.js:10:5)",
    "- at parse (/srv/app/parse.js:10:5)",
    "`at parse (/srv/app/parse.js:10:5)`",
  ],
  traceback: [
    "Traceback (most recent call last):",
    "Caused by: java.io.IOException: closed",
    'Exception in thread "main" java.lang.IllegalStateException: no cart',
    "Unhandled exception. System.NullReferenceException: Object reference not set",
    "Uncaught TypeError: cart is undefined",
  ],
  panic: [
    "panic: runtime error: index out of range [3] with length 3",
    "goroutine 1 [running]:",
    "thread 'main' panicked at src/main.rs:2:5:",
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    "fatal error: all goroutines are asleep - deadlock!",
  ],
  "log line": [
    "2026-02-03T10:11:12.345Z ERROR cart is empty",
    "2026-02-03 10:11:12,345 INFO [cart] added",
    "[2026-02-03 10:11:12] app.ERROR: cart is empty",
    "2026/02/03 10:11:12 [error] 7#7: upstream timed out",
    "10:11:12 WARN cart is slow",
    "[10:11:12] [ERROR] cart is empty",
    "ERROR 2026-02-03 10:11:12 cart is empty",
    "Feb  3 10:11:12 web1 cart[812]: started",
    '10.0.0.7 - - [03/Feb/2026:10:11:12 +0000] "GET / HTTP/1.1" 500 12',
    'time="2026-02-03T10:11:12Z" level=error msg="cart is empty"',
    '{"level":"error","time":1,"msg":"cart is empty"}',
  ],
  diff: [
    "diff --git a/cart.ts b/cart.ts",
    "@@ -1,3 +1,4 @@ function add() {",
    "--- a/cart.ts",
    "+++ b/cart.ts",
    "+++ /dev/null",
    "index 3f2c9ab..77ab0cd 100644",
  ],
  "error message": [
    "TypeError: Cannot read properties of undefined (reading 'cart')",
    "ValueError: invalid literal for int() with base 10: 'x'",
    "sqlalchemy.exc.OperationalError: could not connect to server",
    "it stopped with KeyError: 'cart' in the importer",
    "Error: Cannot find module 'cart'",
    "error: failed to push some refs",
    'Error: 400 {"type":"error", "of":"cart",',
    "error[E0308]: mismatched types",
    "src/cart.ts:4:7: error: expected ;",
    "src/cart.ts(4,7): error TS2345: Argument of type 'string' is not assignable",
    "error TS2304: Cannot find name 'cart'.",
    "npm ERR! code ELIFECYCLE",
    "npm error code E404",
    "fatal: not a git repository",
    "--- FAIL: TestCart (0.01s)",
    "CONFLICT (content): Merge conflict in cart.ts",
    "connect ECONNREFUSED 127.0.0.1:5432",
    "the worker says connect ECONNREFUSED 127.0.0.1:5432 now",
    "ENOENT: no such file or directory, open 'cart.json'",
    "ORA-00942: table or view does not exist",
    "SQLSTATE[HY000] [2002] Connection refused",
    "FAILED tests/test_cart.py::test_add - AssertionError: 1 != 2",
    "ERROR 1045 (28000): Access denied for user 'cart'",
    "HTTP 502 Bad Gateway",
    "PHP Fatal error:  Uncaught Exception in cart.php",
    "bash: cart: command not found",
  ],
};

const PROSE: readonly string[] = [
  "The importer fails with a TypeError when the cart is empty",
  "[Error handling](memory/errors.md) — what we retry",
  "Errors: see [errors](errors.md)",
  "Error: [errors](errors.md)",
  "Error codes are listed in memory/errors.md",
  "ECONNREFUSED means that the database is down: see infra.md",
  "We catch ENOENT and create the file",
  "panic button of the lift is wired to pin 4",
  "2026-02-03: [cart rewrite](memory/handoffs/a.md)",
  "2026-02-03 10:11: [cart rewrite](memory/handoffs/a.md)",
  "2026-02-03 10:11:12: [cart rewrite](memory/handoffs/a.md)",
  "2026-02-03T10:11:12Z",
  "Meeting at 10:11:12 in the hall",
  "at work (on the cart)",
  "at home and at school",
  "at the end of the list",
  "at [cart](cart.md)",
  "at example.org we keep the docs",
  "--- a new section ---",
  "+ added to the cart",
  "- removed from the cart",
  "index of topics",
  "HTTP 500 is retried three times",
  "404 pages are styled by hand",
  "fatal: false,",
  "error: function error() {",
  "error: Error",
  "fatal errors go to the on-call person",
  "1: core ideas",
  "require(...) is how plugins are loaded",
  "calls load(cart) first",
  'File "cart.md" holds the plan',
  "The traceback shows where it broke",
  "Python errors end with the last line of a traceback",
  "Error budget: 0.1 %",
  "INFO desk opens at 10:00",
  "warn: the hook is slow",
  "E2E: Playwright",
  "TS5: TypeScript 5 everywhere",
  "diff the two files first",
  "Recent: 2026-02-03 error handling",
  "#12 (cart): closed",
  "The thread about panicked users",
];

const cases = Object.entries(RAW).flatMap(([kind, lines]) => lines.map((line) => [kind, line] as const));

describe("rawKindOf", () => {
  it.each(cases)("sees a %s: %s", (kind, line) => {
    expect(rawKindOf(line)).toBe(kind);
  });

  it.each(PROSE)("leaves prose alone: %s", (line) => {
    expect(rawKindOf(line)).toBeNull();
  });
});

it("finds by its first look at signs whatever the forms would find", () => {
  const odd = Object.values(RAW)
    .flat()
    .flatMap((line) => line.split(/(?=[\s:(])/u).map((_, at, parts) => parts.slice(0, at + 1).join("")));
  const bare = (line: string): string => line.replace(/^(?:[\s>|*`]|[-+] |\d+[.)] )+/u, "").trim();
  for (const line of odd.map(bare)) expect([line, rawKindOf(line)]).toEqual([line, formOf(line)]);
});
