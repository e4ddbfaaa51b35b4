import { describe, expect, test } from "vitest";
import { findSecrets } from "./find-secrets.ts";

const masked = (text: string): string[] => findSecrets(text).map((span) => text.slice(span.start, span.end));

/** Text, and the value in it. */
const WRITTEN: [string, string][] = [
  // chat
  ["Remember: the host web-3 has password: correcthorse9battery", "correcthorse9battery"],
  ["the password is hunter2hunter2", "hunter2hunter2"],
  ["The root password for the staging box at 10.0.0.7 is hunter2", "hunter2"],
  ["my password is Sommer2024!", "Sommer2024!"],
  ["password hunter2hunter2 works on both", "hunter2hunter2"],
  ["log in with user deploy and password tr0ub4dor", "tr0ub4dor"],
  ['the password is "sunshine"', "sunshine"],
  ["the password is `sunshine`, keep it", "sunshine"],
  ["I changed the password to kitten77sofa.", "kitten77sofa"],
  ["the wifi password was set to blue42whale", "blue42whale"],
  ["the password we use is blue42whale", "blue42whale"],
  ["Password (staging): blue42whale", "blue42whale"],
  ["use blue42whale as the password", "blue42whale"],
  ["blue42whale is the admin password", "blue42whale"],
  ["the passphrase is correct horse battery staple", "correct horse battery staple"],
  ["the PIN is 4821", "4821"],
  ["PIN: 482193", "482193"],
  ["password: 12345678", "12345678"],
  ["the token is abc123def456", "abc123def456"],
  ["the api key is 9fk2mmq81x", "9fk2mmq81x"],
  ["secret = mellon4friends", "mellon4friends"],
  ["login: admin / s3cretdoor", "s3cretdoor"],
  ["credentials: alice/wonder7land", "wonder7land"],
  ["user/pass: bob / build3rman", "build3rman"],
  ["username/password = bob:build3rman", "build3rman"],
  ["log in with creds as deploy:build3rman", "build3rman"],
  ["ssh user deploy, pass: build3rman", "build3rman"],
  // words joined by hyphens, as people make them up
  ["- Database password: hunter2-very-Secret9", "hunter2-very-Secret9"],
  ["- Пароль от базы: hunter2-Очень-Секретно", "hunter2-Очень-Секретно"],
  ["- DB passphrase: hunter2-very-Secret9 (rotate in May)", "hunter2-very-Secret9"],
  ["- Passwort der Datenbank: hunter2-sehr-Geheim9", "hunter2-sehr-Geheim9"],
  ["- Contraseña de la base de datos = hunter2-muy-Secreto9", "hunter2-muy-Secreto9"],
  ["- Mot de passe de la base : hunter2-tres-Secret9", "hunter2-tres-Secret9"],
  ["- 数据库密码：hunter2-very-Secret9", "hunter2-very-Secret9"],
  ["口令: hunter2-very-Secret9", "hunter2-very-Secret9"],
  ["Wi-Fi password: Correct-Horse-9", "Correct-Horse-9"],
  ["Database password: Very_Secret_Horse9", "Very_Secret_Horse9"],
  ["admin password: sunny-day-2024", "sunny-day-2024"],
  ["the password is hunter2-very-Secret9", "hunter2-very-Secret9"],
  ["| db password | hunter2-very-Secret9 |", "hunter2-very-Secret9"],
  ["login: admin / hunter2-very-Secret9", "hunter2-very-Secret9"],
  // or by dots
  ["- Database password: hunter2.very.Secret9", "hunter2.very.Secret9"],
  ["the password is hunter2.very.Secret9.", "hunter2.very.Secret9"],
  ["DB_PASSWORD=hunter2.very.Secret9", "hunter2.very.Secret9"],
  ['password: "hunter2.very.Secret9"', "hunter2.very.Secret9"],
  ["- Passwort der Datenbank: hunter2.sehr.Geheim9", "hunter2.sehr.Geheim9"],
  ["- Пароль от базы: Охотник2.очень.секретно", "Охотник2.очень.секретно"],
  ["数据库密码：hunter2.very.Secret9", "hunter2.very.Secret9"],
  ["| db password | hunter2.very.Secret9 |", "hunter2.very.Secret9"],
  ["login: admin / hunter2.very.Secret9", "hunter2.very.Secret9"],
  ["Wi-Fi password: Correct.Horse-9.Staple2", "Correct.Horse-9.Staple2"],
  ["admin password: sunny.day.2024", "sunny.day.2024"],
  // config
  ["password=hunter2hunter2", "hunter2hunter2"],
  ["password: correcthorse", "correcthorse"],
  ["  password: correcthorse  # staging", "correcthorse"],
  ["db:\n  user: app\n  password: sunshine\n  port: 5432", "sunshine"],
  ["- Password: hunter2hunter2", "hunter2hunter2"],
  ["**Password:** hunter2hunter2", "hunter2hunter2"],
  ["- **Password**: `hunter2hunter2`", "hunter2hunter2"],
  ["DB_PASSWORD=sunshine", "sunshine"],
  ["export DB_PASS=blue42whale", "blue42whale"],
  ['PGPASSWORD="blue42whale" psql', "blue42whale"],
  ["MYSQL_PWD=blue42whale mysql", "blue42whale"],
  ["dbPassword: blue42whale", "blue42whale"],
  ['{"password": "correcthorse"}', "correcthorse"],
  [String.raw`{\"password\":\"correcthorse\"}`, "correcthorse"],
  ['connect(user="app", password="sunshine")', "sunshine"],
  ["const pass = 'blue42whale';", "blue42whale"],
  ['passwd := "blue42whale"', "blue42whale"],
  ["<password>sunshine</password>", "sunshine"],
  ["{ user: app, password: blue42whale, port: 1 }", "blue42whale"],
  ["Server=db;User=sa;Password=blue42whale;Database=x", "blue42whale"],
  ["machine ci.internal login bot password blue42whale", "blue42whale"],
  ["requirepass blue42whale\npassword: P@ss-w0rd!", "P@ss-w0rd!"],
  ["passphrase: correct horse battery staple", "correct horse battery staple"],
  // commands, URLs, SQL
  ["sshpass -p sunshine ssh root@10.0.0.7", "sunshine"],
  ["mysql -u root -psunshine shop", "sunshine"],
  ["mysqldump -h db -u root -p blue42whale shop", "blue42whale"],
  ["mongosh -u root -p blue42whale", "blue42whale"],
  ["docker login -u bot -p blue42whale ghcr.io", "blue42whale"],
  ["curl -u admin:sunshine https://x.test/api", "sunshine"],
  ["curl --user admin:blue42whale https://x.test/api", "blue42whale"],
  ["redis-cli -h cache -a blue42whale ping", "blue42whale"],
  ["deploy --user bot --password correcthorse", "correcthorse"],
  ["deploy --password=blue42whale --force", "blue42whale"],
  ["echo 'root:blue42whale' | chpasswd", "blue42whale"],
  ["GET /login?user=a&password=blue42whale&next=2", "blue42whale"],
  ["username=a&password=blue42whale&grant_type=x", "blue42whale"],
  ["CREATE USER app IDENTIFIED BY 'sunshine';", "sunshine"],
  ["ALTER ROLE app WITH PASSWORD 'sunshine';", "sunshine"],
  ["ftp://bob:build3rman@files.internal.net/x", "build3rman"],
  // tables
  ["| host | web-3 |\n| password | blue42whale |", "blue42whale"],
  ["| user | password | role |\n| --- | --- | --- |\n| bob | blue42whale | admin |", "blue42whale"],
  // other languages
  ["пароль: мурзик77кот", "мурзик77кот"],
  ["пароль от сервера web-3: qwerty77kot", "qwerty77kot"],
  ["Пароль — qwerty77kot", "qwerty77kot"],
  ["пароль qwerty77kot, никому не говори", "qwerty77kot"],
  ["логин/пароль: bob/qwerty77kot", "qwerty77kot"],
  ["логин: admin / qwerty77kot", "qwerty77kot"],
  ["пин-код: 4821", "4821"],
  ["Das Passwort ist sommer77haus", "sommer77haus"],
  ["Passwort für den Server: sommer77haus", "sommer77haus"],
  ["Kennwort: sommer77haus", "sommer77haus"],
  ["La contraseña es girasol77", "girasol77"],
  ["contraseña: girasol77", "girasol77"],
  ["contraseña del servidor: girasol77", "girasol77"],
  ["Le mot de passe est tournesol77", "tournesol77"],
  ["mot de passe : tournesol77", "tournesol77"],
  ["mdp: tournesol77", "tournesol77"],
  ["密码是hunter77cat，谢谢", "hunter77cat"],
  ["密码：hunter77cat", "hunter77cat"],
  ["数据库密码 hunter77cat", "hunter77cat"],
];

const NOT_WRITTEN = [
  // types and schemas
  "password: string", "password: string;", "  password: required", "password: { type: String, required: true }",
  "password: z.string().min(8)", "password: Optional[str] = None", "  password: str", "password: SecretStr",
  "password varchar(255) not null", "password VARCHAR(60)", "password?: string", "password: boolean", "'password' => 'required|min:8'",
  '"password": "string"', '{"password": {"type": "string"}}', '"password": "Password"', 'password: "Passwort"',
  "pass: true", "password: null", "password: nil",
  // references
  "password = getPassword()", "password: process.env.DB_PASSWORD", "password=${DB_PASSWORD}", "password=$DB_PASSWORD",
  "password: <password>", "password: config.password", "password: req.body.password,", "  password: hashedPassword",
  "password = os.environ['DB_PASSWORD']", "password: user.password2", "password: userPassword1,", "PASSWORD = DB_PASSWORD_2",
  "const password = await hash(input)", "password: !secret db_password", "password: {{ vault_db_password }}", "sshpass -p $PASS ssh x",
  'mysql -u root -p"$MYSQL_PWD" shop', "curl -u user:pass https://x.test", "curl -u $USER:$PASS https://x.test", "password = self._password",
  "password=args.password", "--password-file /run/secrets/db1", "pwd: /home/alice/proj2", "PWD=/var/www/app2", "password == other.password", "pbkdf2(password: Uint8Array, salt: Uint8Array)", "password = auth[2]", "the method identified by `algorithm`",
  "password,", "const { password } = body", "if (password && password.length < 8)", "password: ref('db/pass2')", "password: vault:db/pass2",
  "password: user1.Password", "password: AppSettings.Db2.Value", "password: config.Db2", "password: form.Password1,", "password = this.State2.value",
  "password: db1.internal.net", "password: Web1.example.com", "password = values.smtpPass2", "password: auth.login.2024", "password: Node20.Readme", "password: Python3.11.Final",
  "password: app.Db2Token", "password: secrets.Prod1.Db",
  // prose
  "password reset", "password: must be 12 characters", "the password is wrong", "password field", "the token is invalid",
  "the password is not set", "passwords are hashed with bcrypt", "password hashing uses argon2id", "password sha256 digest",
  "the password is required", "the password is at least 12 characters", "password is 12 characters long", "a password manager like vault",
  "Password: (hidden)", "the secret is stored in vault", "the token is expired", "token: refresh", "the API key is missing",
  "the password was changed yesterday", "the password was set to expire", "enter the password for web-3", "password rotation every 90 days",
  "password: asked in step2", "all tests pass: 12 of 12", "--- PASS: TestLogin2 (0.01s)", "PASS src/auth/login2.test.ts", "bypass: v2beta1",
  "first pass: lint2fix", "the pin is loose", "pin: 12", "pinned to 4821", "login: see docs/login2.md", "forgot-password page",
  "password prompt appears twice", "the password file is secrets/db1.txt", "login/logout flow v2", "secret: see 1Password",
  "as the password changes", "this is the password", "password for alice@example.com",
  "passphrase: the one that we agreed", "token: string", "tokens: 128k", "token is web-3", "secret name is app-tls-2",
  "password: app-tls-2", "password: step-1-done", "password: section-12", "password: oauth2-proxy", "password: stored-vault-22",
  "password: 2026-03-foo", "Password: Section-3", "DB password: DB_PASSWORD_22", "password: Auth_v2", "password for Web-Server2-Prod",
  // placeholders
  "password: changeme", "password=***", "password: xxxx", "password: your-password", "password: [secret]", "password: your_password_1",
  "password=********", "password: ...", "password: example1 example", "password: placeholder", "password: <your-password-1>", "password: password",
  // files and flags
  "password: secrets.yaml", "password: ./secrets/db1.txt", "the --password flag", "--password <value>", "pass --password to login",
  "use -p to set the password", "mkdir -p src/auth2", "psql -p 5432 shop", "docker run -p 8080:8080 web1", "mysql -u root -p", "git log -p HEAD~2",
  // other languages
  "пароль неверный", "пароль: неверный", "пароль не подходит", "пароль от сервера web-3", "сменить пароль", "Das Passwort ist falsch",
  "Passwort vergessen", "Passwortfeld: text1field", "contraseña incorrecta", "la contraseña es obligatoria", "mot de passe oublié", "mot de passe : requis", "密码错误", "密码是必填的", "密码重置",
]; // prettier-ignore

describe("passwords that people chose", () => {
  test.each(WRITTEN)("%s", (text, value) => {
    expect(masked(text)).toEqual([value]);
  });
});

describe("no password", () => {
  test.each(NOT_WRITTEN)("%s", (text) => {
    expect(masked(text)).toEqual([]);
  });
});

test("every row of a table's password column is found", () => {
  const text = "| user | password |\n|---|---|\n| bob | blue42whale |\n| eve | green7lamp |\n";
  expect(masked(text)).toEqual(["blue42whale", "green7lamp"]);
});

test("a masked password is not found again", () => {
  for (const [text] of WRITTEN) {
    const clean = findSecrets(text).reduceRight(
      (one, span) => `${one.slice(0, span.start)}[secret]${one.slice(span.end)}`,
      text,
    );
    expect(masked(clean)).toEqual([]);
  }
});

describe("time grows with the length of the text", () => {
  const seeds = [
    "pass", "pass ", "password ", "password for ", "password: ", "password is ", "is password ", "password|", "|password|\n|--|\n", "login: a/", "login: a",
    "mysql -u ", "mysql ", "curl -u ", "curl ", "echo a", "echo a | ", "密码", "pin ", "api key ", "secret=", "passphrase: ab cd ", "mot de passe ", "echo -p ",
  ]; // prettier-ignore
  test.each(seeds)("200,000 characters of %j", (seed) => {
    const text = seed.repeat(Math.ceil(200_000 / seed.length));
    const start = process.cpuUsage();
    findSecrets(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
  });
});
