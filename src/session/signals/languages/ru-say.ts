import type { Purpose } from "../command.ts";
import type { LanguageWords } from "../language.ts";

const PURPOSES: Readonly<Record<Purpose, string>> = {
  test: "Тесты",
  lint: "Линтер",
  typecheck: "Проверка типов",
  format: "Форматирование",
  build: "Сборка",
  bench: "Замеры",
  generate: "Генерация",
  deploy: "Выкладка",
  release: "Выпуск",
};

/** Sentences of ours in Russian. */
export const russianSentences: LanguageWords["say"] = {
  workingOn: (what) => `В работе: ${what}`,
  todosDone: (done, all) => `Готово шагов плана: ${done} из ${all}.`,
  failing: (command) => `Последний запуск ${command} упал, успешного с тех пор не было.`,
  passed: (command) => `После этого успешно: ${command}.`,
  lastChanged: (files) => `Последние изменения: ${files}.`,
  asked: "По последнему запросу ещё ничего не сделано.",
  answered: "На последний запрос дан ответ, изменений по нему нет.",
  stepOf: (what, done, all) => `В работе: ${what} (готово шагов: ${done} из ${all}).`,
  waits: (question) => (question === null ? "Ждёт ответа." : `Ждёт ответа: ${question}`),
  found: (what) => `По последнему запросу изменений ещё нет; найдено: ${what}`,
  started: "Работа над последним запросом начата, изменений по нему пока нет.",
  lesson: (command, cause, fix) =>
    `${command}: ошибка. ${cause}${fix === null ? "" : ` Исправление: ${fix}`}`,
  procedureName: "Команды",
  procedureOf: (project) => `${project} commands`,
  procedure: (purpose, command) => `${PURPOSES[purpose]}: ${command}`,
  answer: (question, answer, others) =>
    `${question} ${answer}${others.length === 0 ? "" : ` (отклонено: ${others.join("; ")})`}.`,
  picked: (chosen, others) =>
    `Выбрано: ${chosen}${others.length === 0 ? "" : ` (отклонено: ${others.join("; ")})`}.`,
  fixedIn: (files) => `изменение в ${files.join(" и ")}.`,
  repaired: (cause, fix) => `${cause} Исправление: ${fix}`,
  cause: (symptom, cause, fix) => `${symptom}: ${cause}${fix === null ? "" : ` Исправление: ${fix}`}`,
  projectStatus: (phase, task) =>
    `${{ "in-progress": "В работе", waiting: "Ждёт ответа", blocked: "Застряло", done: "Готово" }[phase]}: ${task}`,
};
