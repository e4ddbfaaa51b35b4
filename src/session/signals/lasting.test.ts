import { describe, expect, it } from "vitest";
import { readSpoken } from "./candidates.ts";

/** What is read from a turn, as `kind: text`. */
function read(text: string): string[] {
  return readSpoken(text)
    .filter(({ kind, explicit }) => kind !== "preference" || explicit)
    .map(({ kind, text: said }) => `${kind}: ${said}`);
}

describe("how things are done here", () => {
  it.each([
    ["can you fix the redirect? btw we use pnpm here, not npm", "fact: We use pnpm here, not npm"],
    [
      "we deploy with `make ship`, not with the action, that one is broken",
      "fact: We deploy with make ship, not with the action",
    ],
    [
      "add the filter. and we don't allow comments in the templates",
      "preference: We don't allow comments in the templates",
    ],
    [
      "we have no staging environment, prod is all there is",
      "preference: We have no staging environment, prod is all there is",
    ],
    ["our api returns money in cents everywhere", "fact: Our api returns money in cents everywhere"],
    ["just use structlog like we do everywhere else", "preference: Use structlog like we do everywhere else"],
    ["кстати у нас pnpm, а не npm", "fact: У нас pnpm, а не npm"],
    ["поправь тест. логи пишем через structlog", "fact: Логи пишем через structlog"],
    ["übrigens nehmen wir hier pnpm und nicht npm", "fact: Wir nehmen hier pnpm und nicht npm"],
    ["por cierto usamos pnpm en todos los paquetes", "fact: Usamos pnpm en todos los paquetes"],
    ["顺便说一下，我们项目用 pnpm，不用 npm", "fact: 我们项目用 pnpm，不用 npm"],
  ])("is kept although nobody asked to remember it: %s", (text, kept) => {
    expect(read(text)).toEqual([kept]);
  });

  it.each([
    "we use the wrong variable there",
    "for now we use the mock",
    "we don't know yet why it fails",
    "we use it in two places",
    "our build is broken again",
    "our customer found another bug in the export",
    "мы сейчас используем заглушку",
    "wir nutzen vorerst den Mock",
    "por ahora usamos el simulado",
    "我们先用第二个方案",
  ])("is told from how things are at the moment: %s", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("where a thing is", () => {
  it.each([
    ["the payments code lives in services/pay, don't look in legacy/", "services/pay"],
    ["стенд лежит на stand2.metro.local", "stand2.metro.local"],
    ["der testserver läuft auf kasten3.werk.lan, port 7070", "kasten3.werk.lan"],
    ["el servidor de pruebas está en pruebas.olivar.es", "pruebas.olivar.es"],
    ["测试服务器的地址是 10.8.3.21，端口 9200", "10.8.3.21"],
  ])("is a fact: %s", (text, place) => {
    const [fact, ...others] = read(text);
    expect(fact).toContain(place);
    expect(others).toEqual([]);
  });

  it.each([
    "the test is in the wrong folder, move it",
    "the bug is in src/import/bank.ts",
    "the branch is called fix-login",
    "put it in the file i just opened",
    "the error is at http://localhost:3000/login",
  ])("is none where the work at hand is meant: %s", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("who the person is", () => {
  it.each([
    ["I'm the only backend dev on this team", "The user is the only backend dev on this team"],
    ["in general i like early returns over nested ifs", "The user likes early returns over nested ifs"],
    ["please fix. i no longer use precommit hooks", "The user no longer uses precommit hooks"],
    ["i hate default exports", "The user hates default exports"],
    ["я тестировщик, с питоном знаком слабо", "Пользователь — тестировщик, с питоном знаком слабо"],
    ["ich bin eigentlich datenbankadmin", "Der Nutzer ist datenbankadmin"],
  ])("goes with the person: %s", (text, kept) => {
    expect(read(text)).toEqual([`preference: ${kept}`]);
  });

  it.each([
    "i'm done for today",
    "i am not sure about this",
    "I like it, keep going",
    "i'm getting a 500 on /login",
    "i prefer option b",
    "ich bin gleich weg, mach weiter",
  ])("is told from talk: %s", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("what holds of all of a sort", () => {
  it.each([
    ["all dates are stored in UTC", "fact: All dates are stored in UTC"],
    ["secrets go into vault, not .env", "fact: Secrets go into vault, not .env"],
    ["each package has its own changelog", "fact: Each package has its own changelog"],
    ["the legacy folder is frozen", "fact: The legacy folder is frozen"],
    ["sprint ends every other friday", "fact: Sprint ends every other friday"],
    ["наш прод на debian 11, новее ничего не ставь", "fact: Наш прод на debian 11, новее ничего не ставь"],
    ["alle daten werden in UTC gespeichert", "fact: Alle daten werden in UTC gespeichert"],
    ["todas las fechas se guardan en UTC", "fact: Todas las fechas se guardan en UTC"],
    ["所有时间都用 UTC 存储", "fact: 所有时间都用 UTC 存储"],
  ])("is a fact: %s", (text, kept) => {
    expect(read(text)).toEqual([kept]);
  });

  it.each([
    "all three files are missing the header",
    "all users get logged out",
    "logs are empty",
    "only the first row shows up",
    "every second row should be grey",
    "alle knöpfe sind verschoben",
    "把这三个文件都放在同一个目录里",
  ])("is told from what is seen at the moment: %s", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("what needs a word first, or follows from a lasting state", () => {
  it.each([
    ["don't add dependencies without asking me", "Don't add dependencies without asking me"],
    ["ask Tomas before touching billing", "Ask Tomas before touching billing"],
    [
      "our CI takes 40 minutes so don't push just to test stuff",
      "Our CI takes 40 minutes so don't push just to test stuff",
    ],
    ["without a doubt fine. keep answers short please", "Keep answers short"],
    ["без моего ок ничего не удаляй", "Без моего ок ничего не удаляй"],
  ])("is a rule: %s", (text, kept) => {
    expect(read(text)).toEqual([`preference: ${kept}`]);
  });

  it.each([
    "tell me before you start",
    "don't ask me again, just do it",
    "please never do that to me again",
    "never mind, go with what you had",
    "by default it opens the wrong tab",
    "each time i run it it hangs",
    "the modal is too wide, so keep it at 400px",
  ])("is none: %s", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("what is said in passing is kept in every language", () => {
  it.each([
    // Machines, with what follows from it.
    ["El clúster corre en Ubuntu 20.04, así que nada de podman. ¿Qué falta?", "infrastructure"],
    ["Der Server läuft auf Ubuntu 20.04, deshalb kein podman. Geht das?", "infrastructure"],
    ["Сервер крутится на Ubuntu 20.04, поэтому никакого podman.", "infrastructure"],
    ["构建服务器跑在 Ubuntu 20.04 上，所以不要用 podman。", "infrastructure"],
    // People.
    ["Katrin leitet den Einkauf, sie ist Teamleiterin.", "person"],
    ["Katrin Vogel ist für den Einkauf zuständig.", "person"],
    ["Marcos aprueba los pagos, es el responsable de compras.", "person"],
    ["Игорь проверяет все договоры, он техлид.", "person"],
    ["王芳负责采购模块。", "person"],
    ["Lucía es la encargada de compras.", "person"],
    ["发布由陈静审批。", "person"],
    // A program that has charge of something is no person.
    ["Grafana administra las alertas, es lento.", "fact"],
    // Names and versions of things.
    ["The database is MariaDB 10 at our own rack.", "fact"],
    ["Der Build-Host heißt Dachs.", "fact"],
    ["El servidor de correo se llama nutria.", "fact"],
    ["Очередь называется tapir.", "fact"],
    ["消息队列叫 tapir。", "fact"],
    // What recurs.
    ["the demo tenant gets emptied each night", "fact"],
    ["the report job runs at 04:00 every Monday", "fact"],
    ["Das Token rotiert jeden Monat.", "fact"],
    ["Mittwochs wird die Demo neu aufgesetzt.", "fact"],
    ["on Sundays the demo tenant gets emptied", "fact"],
    ["La clave rota cada mes.", "fact"],
    ["报表任务每周一 04:00 运行。", "fact"],
    ["Los secretos están en Vault, no en el repo.", "fact"],
    ["La demo se vacía cada lunes, así que no guardes nada ahí. ¿Lo ves?", "fact"],
    // Rules and words needed first.
    ["Nunca ejecutamos informes los lunes. ¿Por qué tarda?", "preference"],
    ["¡Aquí nunca hacemos push directo a main!", "preference"],
    ["Consúltame antes de borrar tablas.", "preference"],
    ["Bevor du Tabellen löschst, frag mich.", "preference"],
    ["Спрашивай меня, прежде чем удалять таблицы.", "preference"],
    ["Перед удалением таблиц спроси меня.", "preference"],
    ["删表之前先问我。", "preference"],
    ["Bitte keine neuen Tabellen ohne Absprache anlegen.", "preference"],
    ["Nada de tablas nuevas sin consultarme.", "preference"],
    ["Pregúntale a Lucía antes de borrar tablas.", "preference"],
    ["Спроси Игоря, прежде чем удалять таблицы.", "preference"],
    ["删表之前先问孙丽。", "preference"],
    ["Никаких новых таблиц без моего согласия.", "preference"],
    ["Наши клиенты в Чили, поэтому ночью никогда не деплоим.", "preference"],
    // Where the person is, what they work with.
    ["Ich wohne in Graz und mein Editor ist Zed.", "preference"],
    ["Vivo en Quito y mi editor es Zed.", "preference"],
    ["Я в Казани, мой редактор — Zed.", "preference"],
    ["我住在成都，编辑器是 Zed。", "preference"],
    ["Ich benutze Emacs, bitte keine anderen Tipps.", "preference"],
    ["Uso Emacs, nada de trucos de otros.", "preference"],
    ["Я пользуюсь Emacs, другие советы не нужны.", "preference"],
    ["我用 Emacs，不要给我别的技巧。", "preference"],
  ])("%s", (text, kind) => {
    expect(read(text).map((line) => line.replace(/:.*/u, ""))).toEqual([kind]);
  });

  it.each([
    "Der Server läuft in einen Timeout.",
    "Traefik verwaltet die Zertifikate, sie laufen bald ab.",
    "Bevor du weitermachst, frag mich kurz.",
    "Avísame antes de empezar.",
    "Vivo en modo debug.",
    "Хост не отвечает на порту 80",
    "Der Mailserver antwortet nicht auf Port 25.",
    "在改之前先问清楚。",
    "Перед сном спроси меня.",
    "Я в шоке, мой код удалён.",
    "王芳说这个不对。",
    "El servidor está en rojo.",
    "Estoy en la rama nueva y mi prueba falla.",
    "Nunca usamos esa variable, bórrala.",
    "Линтер проверяет только первый файл, он сломан.",
    "Я в этом файле, мой тест красный.",
    "前端负责显示，后端负责计算。",
    "这个变量叫 count。",
    "我在这个文件里，编辑器报错了。",
    "The database is empty again",
  ])("but not what passes: %s", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("how a kept line reads", () => {
  it.each([
    ["we never ship on Mondays, by the way.", "preference: We never ship on Mondays"],
    ["wir deployen nur dienstags, übrigens.", "fact: Wir deployen nur dienstags"],
    ["¡Usamos pnpm, no npm, por cierto!", "fact: Usamos pnpm, no npm"],
    ["мы деплоим через make ship, кстати!", "fact: Мы деплоим через make ship"],
    [
      "Schreib Kommentare bitte immer auf Englisch.",
      "preference: Schreib Kommentare bitte immer auf Englisch",
    ],
    ["我们用 pnpm，顺便说一下。", "fact: 我们用 pnpm"],
    ["提交说明和注释一律用英文写。", "preference: 提交说明和注释一律用英文写"],
  ])("without what trails: %s", (text, kept) => {
    expect(read(text)).toEqual([kept]);
  });

  it.each([
    ["my editor is zed and I'm based in Quito", "The user's editor is zed and the user is based in Quito"],
    [
      "I'm based in Quito, so the hours I give you are local",
      "I'm based in Quito, so the hours I give you are local",
    ],
    ["I'm new to rust, so explain things to me", "I'm new to rust, so explain things to me"],
    ["I'm new to rust and my editor is zed", "The user is new to rust and the user's editor is zed"],
    ["Я живу в Казани, так что утром меня нет", "Я живу в Казани, так что утром меня нет"],
    ["我住在成都，我的编辑器是 Zed。", "我住在成都，我的编辑器是 Zed"],
    ["Я дизайнер, код почти не пишу", "Я дизайнер, код почти не пишу"],
    ["Soy diseñadora, no programo", "Soy diseñadora, no programo"],
  ])("names the person throughout or nowhere: %s", (text, kept) => {
    expect(read(text)).toEqual([`preference: ${kept}`]);
  });

  it("speaks of several people as they do", () => {
    expect(read("我们的数据库是 MariaDB 10。")).toEqual(["fact: 我们的数据库是 MariaDB 10"]);
  });
});
