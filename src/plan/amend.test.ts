import { describe, expect, it } from "vitest";
import { amend } from "./amend.ts";
import { takeBack } from "./take-back.ts";

describe("a correction of a part of what a fact says", () => {
  it.each([
    [
      "The staging host is called heron and listens on port 5433",
      "The staging port is 5434",
      "5433",
      "The staging host is called heron and listens on port 5434",
    ],
    [
      "The staging host is called heron, and it listens on port 5433.",
      "The staging port is 5434.",
      undefined,
      "The staging host is called heron, and it listens on port 5434.",
    ],
    [
      "The staging host is called heron and listens on port 5433",
      "The staging host is called stork",
      "heron",
      "The staging host is called stork and listens on port 5433",
    ],
    [
      "Our customer portal is hosted in Dublin and Tom is the contact",
      "The customer portal is hosted in Oslo",
      undefined,
      "Our customer portal is hosted in Oslo and Tom is the contact",
    ],
    [
      "The staging host is called heron and listens on port 5433",
      "The staging host is called stork",
      undefined,
      "The staging host is called stork and listens on port 5433",
    ],
    [
      "The nightly backup runs at 3 on the host heron",
      "The nightly backup runs at 4",
      "3",
      "The nightly backup runs at 4 on the host heron",
    ],
    [
      "The archive lies in Boston and belongs to Mira",
      "The archive lies in New York",
      "in Boston",
      "The archive lies in New York and belongs to Mira",
    ],
    [
      "Der Lagerserver heißt dachs und steht in Ulm",
      "Der Lagerserver steht in Bad Homburg",
      "in Ulm",
      "Der Lagerserver heißt dachs und steht in Bad Homburg",
    ],
    [
      "Der Lagerserver heißt dachs und in Ulm steht",
      "Der Lagerserver steht in Bonn",
      "in Ulm",
      "Der Lagerserver heißt dachs und in Bonn steht",
    ],
    [
      "El servidor de pruebas se llama tejo y escucha en el puerto 7001",
      "El puerto de pruebas es 7002",
      "7001",
      "El servidor de pruebas se llama tejo y escucha en el puerto 7002",
    ],
    [
      "Тестовый сервер называется барсук и слушает порт 7001",
      "Порт тестового сервера 7002",
      "7001",
      "Тестовый сервер называется барсук и слушает порт 7002",
    ],
    [
      "Prod runs on Debian 11, so no systemd-creds",
      "prod runs on Debian 12",
      "Debian 11",
      "Prod runs on Debian 12, so no systemd-creds",
    ],
    [
      "Staging gets wiped every Sunday and nobody backs it up",
      "staging gets wiped every Monday",
      "every Sunday",
      "Staging gets wiped every Monday and nobody backs it up",
    ],
    [
      "Der Server heißt dachs und hört auf Port 7001",
      "der Port ist 7002",
      "Port 7001",
      "Der Server heißt dachs und hört auf Port 7002",
    ],
    ["测试服务器叫银杏，监听端口 7001", "测试服务器的端口是 7002", "7001", "测试服务器叫银杏，监听端口 7002"],
    ["测试服务器叫银杏，位于北京", "测试服务器位于上海", "北京", "测试服务器叫银杏，位于上海"],
  ])("%s + %s", (fact, text, target, after) => {
    expect(amend(fact, text, target)).toEqual({ as: "part", text: after });
  });

  it.each([
    ["The staging port is 5433", "The staging port is 5434", "5433"],
    ["Postgres listens on port 5432.", "Postgres listens on port 5433.", "port 5432"],
    ["Tests need Docker", "The test suite runs without Docker", "Tests need Docker"],
    ["The host is called heron and listens on 1", "The host is called heron and listens on 2", undefined],
  ])("a fact that says nothing else is replaced: %s", (fact, text, target) => {
    expect(amend(fact, text, target)).toEqual({ as: "whole" });
  });

  it("where it cannot be told what would be lost, nothing is", () => {
    const fact = "Mira owns the billing service and Tom reviews it";
    expect(amend(fact, "Nobody is responsible for payments", fact)).toEqual({ as: "unclear" });
  });
});

describe("a part of what a fact says is taken back", () => {
  it.each([
    [
      "Staging wird jeden Sonntag gelöscht, verlass dich nicht auf die Daten",
      "Staging sonntags gelöscht wird, jeden Sonntag",
    ],
    [
      "The nightly import job kicks off around two, do not restart it then",
      "the import kicks off around two",
    ],
  ])("never glued to words that are no subject of it: %s", (text, target) => {
    expect(takeBack(text, target).as).not.toBe("part");
  });

  const fact = "The staging host is called heron and listens on port 5433";
  it.each([
    [fact, "the port is 5433", "The staging host is called heron"],
    [fact, "the staging port is 5433", "The staging host is called heron"],
    [fact, "the staging host is called heron", "The staging host listens on port 5433"],
    ["The host is called heron, and the port is 5433.", "the host is called heron", "The port is 5433."],
    [
      "Der Lagerserver heißt dachs und steht in Ulm",
      "der Lagerserver in Ulm steht",
      "Der Lagerserver heißt dachs",
    ],
    [
      "El servidor se llama tejo y escucha en el puerto 7001",
      "el puerto es 7001",
      "El servidor se llama tejo",
    ],
    ["Сервер называется барсук и слушает порт 7001", "порт 7001", "Сервер называется барсук"],
    ["测试服务器叫银杏，监听端口 7001", "端口是 7001", "测试服务器叫银杏"],
    ["测试服务器叫银杏，监听端口 7001", "服务器叫银杏", "测试服务器监听端口 7001"],
  ])("%s - %s", (text, target, rest) => {
    expect(takeBack(text, target)).toEqual({ as: "part", text: rest });
  });

  it.each([
    [fact, "the staging host is called heron and listens on port 5433"],
    [fact, "the staging host"],
    ["Our release day is Thursday", "our release day is Thursday"],
    ["Deploys happen on Fridays and Mondays", "deploys happen on Fridays and Mondays"],
    ["Staging gets wiped every Sunday, so don't count on the data", "staging gets wiped every Sunday"],
    ["Staging wird sonntags gelöscht, deshalb zählt dort nichts", "dass Staging sonntags gelöscht wird"],
    ["Стейджинг стирают по воскресеньям, поэтому данных там нет", "стейджинг стирают по воскресеньям"],
    ["测试环境每周日会被清空，所以别指望那里的数据", "测试环境每周日会被清空"],
  ])("all of it where all of it is meant: %s - %s", (text, target) => {
    expect(takeBack(text, target)).toEqual({ as: "whole" });
  });
});
