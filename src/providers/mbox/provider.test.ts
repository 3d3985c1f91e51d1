import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { ChangePage, ProviderSession } from "#server/mailbox/provider.ts";
import { Unavailable } from "#server/mailbox/provider-errors.ts";
import { corpus } from "../../../fixtures/corpora.ts";
import { conformance } from "../conformance.ts";
import { type MemoryEnvironment, memoryEnvironment } from "../memory-environment.ts";
import { mboxProvider } from "./provider.ts";

const folder = mkdtempSync(join(tmpdir(), "mailstead-mbox-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fixture = (name: string): string => new URL(`../../../fixtures/mbox/${name}`, import.meta.url).pathname;

let serial = 0;
function put(name: string, bytes: Buffer | string): string {
	const path = join(folder, `${serial++}-${name}`);
	writeFileSync(path, bytes);
	return path;
}

const letter = (subject: string, body = "Hello\n"): string =>
	`From a@example.org Mon Jan  5 08:50:15 2026\nFrom: a@example.org\nSubject: ${subject}\n\n${body}\n`;

function account(...files: [path: string, name?: string][]): MemoryEnvironment {
	const environment = memoryEnvironment({ now: Date.UTC(2026, 5, 1) });
	for (const [path, name] of files) environment.addFile(path, name);
	return environment;
}

async function pages(session: ProviderSession, from: string | null = null, limit = 50): Promise<ChangePage[]> {
	const all: ChangePage[] = [];
	for (let cursor = from; ; ) {
		const page = await session.listChanges(cursor, { limit, signal: new AbortController().signal });
		all.push(page);
		cursor = page.cursor;
		if (!page.more) return all;
	}
}

async function read(environment: MemoryEnvironment, limit = 50) {
	const all = await pages(await mboxProvider.open(environment), null, limit);
	return { messages: all.flatMap((page) => page.messages), skipped: all.flatMap((page) => page.skipped ?? []), all };
}

conformance({
	name: "mbox",
	provider: mboxProvider,
	async setup() {
		const environment = account([fixture("takeout.mbox")]);
		return {
			environment,
			messages: 12,
			elsewhere: { deliver: async () => void environment.addFile(put("more.mbox", letter("later"))) },
		};
	},
});

conformance({
	name: "mbox, packed",
	provider: mboxProvider,
	async setup() {
		const environment = account([
			put("takeout.gz", gzipSync(readFileSync(fixture("takeout.mbox")))),
			"takeout.mbox.gz",
		]);
		return { environment, messages: 12 };
	},
});
