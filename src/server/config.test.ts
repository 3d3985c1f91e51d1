import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "mailstead-config-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("nothing needs to be set", () => {
	const config = readConfig({ DATA_DIR: join(folder, "data") });
	expect(config).toMatchObject({
		port: 3000,
		host: "127.0.0.1",
		baseUrl: "http://localhost:3000",
		databaseUrl: null,
		signUp: "open",
	});
	expect([...config.roles]).toEqual(["web", "worker"]);
});

test("the secret is generated once, stored, and readable by its owner only", () => {
	const first = readConfig({ DATA_DIR: folder });
	expect(readConfig({ DATA_DIR: folder }).secret).toBe(first.secret);
	expect(first.secret.length).toBeGreaterThanOrEqual(32);
	expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
	expect(readFileSync(join(folder, "secret"), "utf8")).toBe(first.secret);
});

test.each([
	["", "is empty"],
	["\n", "is empty"],
	["k".repeat(31), "is too short"],
])("a damaged secret file is refused with what to do: %j", (text, reason) => {
	writeFileSync(join(folder, "secret"), text);
	const read = () => readConfig({ DATA_DIR: folder });
	expect(read).toThrow(ConfigError);
	expect(read).toThrow(`The secret in ${join(folder, "secret")} ${reason}`);
	expect(readFileSync(join(folder, "secret"), "utf8")).toBe(text);
	expect(readConfig({ DATA_DIR: folder, MAILSTEAD_SECRET: "m".repeat(32) }).secret).toBe("m".repeat(32));
});

test.each([
	[{ PORT: "http" }, /PORT.*number/],
	[{ PORT: "70000" }, /PORT/],
	[{ BASE_URL: "mail.example.org" }, /BASE_URL.*https:\/\/mail\.example\.org/],
	[{ DATABASE_URL: "mysql://x" }, /DATABASE_URL.*postgres:\/\//],
	[{ DATABASE_LISTEN_URL: "postgres://past-the-pooler/mail" }, /DATABASE_LISTEN_URL.*DATABASE_URL/],
	[{ WORKER_SYNCS: "0" }, /WORKER_SYNCS.*1 to 500/],
	[{ MAILSTEAD_SECRET: "short" }, /MAILSTEAD_SECRET.*32/],
	[{ SIGN_UP: "maybe" }, /SIGN_UP.*open, invite or closed/],
	[{ ROLE: "cook" }, /ROLE.*cook/],
	[{ ROLE: "web" }, /ROLE.*DATABASE_URL/],
	[{ DNS_SERVERS: "9.9.9.9, dns.example.org" }, /DNS_SERVERS.*dns\.example\.org.*9\.9\.9\.9/],
	[{ ALLOW_PRIVATE_HOSTS: "perhaps" }, /ALLOW_PRIVATE_HOSTS.*on or off/],
])("a setting that cannot be used is named with what to write: %o", (env, sentence) => {
	const read = () => readConfig({ DATA_DIR: folder, ...env });
	expect(read).toThrow(ConfigError);
	expect(read).toThrow(sentence);
});

test("DNS servers are addresses with an optional port", () => {
	const read = (DNS_SERVERS: string) => readConfig({ DATA_DIR: folder, DNS_SERVERS }).dnsServers;
	expect(read("9.9.9.9, 127.0.0.1:5353 ,[::1]:53,2620:fe::fe")).toEqual([
		"9.9.9.9",
		"127.0.0.1:5353",
		"[::1]:53",
		"2620:fe::fe",
	]);
	expect(read("")).toBeNull();
});

test("a data folder that cannot be created is reported", () => {
	writeFileSync(join(folder, "file"), "");
	expect(() => readConfig({ DATA_DIR: join(folder, "file", "data") })).toThrow(/DATA_DIR.*cannot be created/);
});
