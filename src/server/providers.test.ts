import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { demoProvider } from "#providers/demo/provider.ts";
import { providerInfo, providerKinds } from "#shared/providers.ts";
import { ConfigError, readConfig } from "./config.ts";
import { defineProvider } from "./mail/provider/manifest.ts";
import { providersOf } from "./providers.ts";

const src = fileURLToPath(new URL("../", import.meta.url));
const keys = {
	MICROSOFT_CLIENT_ID: "m",
	MICROSOFT_CLIENT_SECRET: "m",
	GOOGLE_CLIENT_ID: "g",
	GOOGLE_CLIENT_SECRET: "g",
};
const dataDir = mkdtempSync(join(tmpdir(), "mailstead-providers-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const configOf = (env: Record<string, string>) =>
	readConfig({ DATA_DIR: dataDir, MAILSTEAD_SECRET: "s".repeat(32), ...env });

test("every provider folder is registered under its name", () => {
	const folders = readdirSync(`${src}providers`, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== "shared")
		.map(({ name }) => name)
		.sort();
	const providers = providersOf(configOf(keys));
	expect([...providers.keys()].sort()).toEqual(folders);
	expect([...providerKinds].sort()).toEqual(folders);
	for (const [kind, provider] of providers) expect(provider.kind).toBe(kind);
	for (const kind of providerKinds) expect(providerInfo(kind).kind).toBe(kind);
});

test("has a trusted receiver for each kind of mailbox", () => {
	const providers = providersOf(configOf(keys));
	const receivingServerOf = (kind: (typeof providerKinds)[number], settings: Record<string, unknown>) =>
		providers.get(kind)?.receivingServerOf?.(settings) ?? null;
	expect(receivingServerOf("gmail", {})?.domains).toEqual(["google.com"]);
	expect(receivingServerOf("outlook", {})?.isUnnamed).toBe(true);
	expect(receivingServerOf("imap", { imap: { host: "imap.gmail.com" } })).toEqual({
		domains: ["google.com"],
		isUnnamed: false,
	});
	expect(receivingServerOf("imap", { imap: { host: "outlook.office365.com" } })?.isUnnamed).toBe(true);
	expect(receivingServerOf("imap", { imap: { host: "imap.example.com" } })).toBe(null);
	expect(receivingServerOf("mbox", {})).toBe(null);
	expect(receivingServerOf("demo", {})?.domains).toEqual(["marlow.example"]);
});

test.each([
	[{ GOOGLE_PUBSUB_TOPIC: "projects/one/topics/two" }, /GOOGLE_PUBSUB_TOPIC and GOOGLE_PUBSUB_TOKEN belong together/],
	[{ GOOGLE_PUBSUB_TOPIC: "two" }, /GOOGLE_PUBSUB_TOPIC.*full name/],
	[{ GMAIL_UNITS_PER_MINUTE: "many" }, /GMAIL_UNITS_PER_MINUTE.*500 to 1000000/],
	[{ MICROSOFT_NOTICES: "perhaps" }, /MICROSOFT_NOTICES.*on or off/],
	[{ MICROSOFT_API_URL: "graph" }, /MICROSOFT_API_URL.*complete URL/],
])("a provider's setting that cannot be used is named with what to write: %o", (env, sentence) => {
	const create = () => providersOf(configOf(env));
	expect(create).toThrow(ConfigError);
	expect(create).toThrow(sentence);
});

test("a provider reads its own settings and learns its notice URLs", () => {
	const env = { SAMPLE_KEY: "sample", BASE_URL: "https://mail.example.org" };
	const seen: string[] = [];
	const settings = z.object({ SAMPLE_KEY: z.string().optional() });
	const sample = defineProvider(providerInfo("demo"), settings, ({ SAMPLE_KEY }, { webhookUrl }) => {
		seen.push(SAMPLE_KEY ?? "", webhookUrl("one"), webhookUrl("two"));
		return demoProvider;
	});
	expect([...providersOf(configOf(env), [sample]).values()]).toEqual([demoProvider]);
	const [key, one = "", two = ""] = seen;
	expect(key).toBe("sample");
	expect(one).toMatch(/^https:\/\/mail\.example\.org\/api\/v1\/webhooks\/demo\?account=one&key=./);
	expect(new URL(one).searchParams.get("key")).not.toBe(new URL(two).searchParams.get("key"));
});

/** Files outside the providers in which the word means something else. */
const OTHER_MEANINGS: Record<string, string> = {
	"server/identity/export/mail.ts": "the file format",
	"server/mail/accounts/connection.ts": "a field of the settings",
	"server/mail/accounts/discovery/autoconfig.ts": "the protocol",
	"server/mail/accounts/discovery/common-providers.ts": "the protocol",
	"server/mail/accounts/discovery/common.ts": "the protocol",
	"server/mail/accounts/discovery/srv.ts": "the protocol",
	"tools/block-filter/contract.ts": "the file format",
	"tools/block-filter/server/files/read-filters.task.ts": "the file format",
	"tools/block-filter/web/files/transfer-menu.tsx": "the file format",
	"web/site/privacy-page.tsx": "a section of the page",
};

test("no file outside its folder names a kind of mailbox", () => {
	const literal = new RegExp(`["'](?:${providerKinds.join("|")})["']`);
	const files = readdirSync(src, { recursive: true })
		.map(String)
		.filter((file) => /\.(?:tsx?|sql)$/.test(file) && !/\.test\.|testing|test-context|^providers\//.test(file));
	const naming = files.filter((file) => literal.test(readFileSync(src + file, "utf8")));
	expect(naming.sort()).toEqual(Object.keys(OTHER_MEANINGS).sort());
});
