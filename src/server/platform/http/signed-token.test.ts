import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { readToken, signToken } from "./signed-token.ts";

const dataDir = mkdtempSync(join(tmpdir(), "tokens-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const configWith = (secret: string) => readConfig({ DATA_DIR: dataDir, MAILSTEAD_SECRET: secret.repeat(40) });
const config = configWith("a");
const token = signToken(config, "unsubscribe", ["owner1", "0197-ab"]);

it("reads its own tokens", () => {
	expect(readToken(config, "unsubscribe", token)).toEqual(["owner1", "0197-ab"]);
});

it("rejects tokens for another purpose, of another server, and changed ones", () => {
	expect(readToken(config, "click", token)).toBeNull();
	expect(readToken(configWith("b"), "unsubscribe", token)).toBeNull();
	for (let at = 0; at < token.length - 1; at++) {
		const other = token[at] === "x" ? "y" : "x";
		expect(readToken(config, "unsubscribe", token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
	}
	for (const bad of ["", ".", "owner1", token.slice(0, -2), `${token}.`, "x".repeat(1_000)])
		expect(readToken(config, "unsubscribe", bad)).toBeNull();
});

it("refuses parts that would be read as several", () => {
	expect(() => signToken(config, "unsubscribe", ["a.b"])).toThrow("cannot be");
});
