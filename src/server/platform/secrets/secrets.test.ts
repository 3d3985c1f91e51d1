import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { createSecrets, SecretError } from "./secrets.ts";

const dataDir = mkdtempSync(join(tmpdir(), "mailstead-secrets-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const withSecret = (secret: string) =>
	createSecrets(readConfig({ DATA_DIR: dataDir, MAILSTEAD_SECRET: secret.repeat(40) }));
const secrets = withSecret("a");

describe("stored secrets", () => {
	it("decrypt for the owner they were sealed for", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, owner) => {
				expect(secrets.open(secrets.seal(text, owner), owner)).toBe(text);
			}),
		);
	});

	it("have a different ciphertext each time", () => {
		expect(secrets.seal("x", "o/a").equals(secrets.seal("x", "o/a"))).toBe(false);
	});

	it("do not decrypt for another owner, or when corrupt or truncated", () => {
		const sealed = secrets.seal("password", "ada/1");
		expect(() => secrets.open(sealed, "bea/1")).toThrow(SecretError);
		for (let at = 0; at < sealed.length; at++) {
			const damaged = Buffer.from(sealed);
			damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
			expect(() => secrets.open(damaged, "ada/1")).toThrow(SecretError);
			expect(() => secrets.open(sealed.subarray(0, at), "ada/1")).toThrow(SecretError);
		}
	});

	it("report a different server secret", () => {
		expect(() => withSecret("b").open(secrets.seal("password", "ada/1"), "ada/1")).toThrow(/another MAILSTEAD_SECRET/);
	});
});
