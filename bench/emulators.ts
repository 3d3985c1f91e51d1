import { rm } from "node:fs/promises";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { consentJourney } from "#test/emulators/consent-flow.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { messagesOf } from "./messages.ts";
import { freePort, requestJson, startServer, until, waitFor } from "./server.ts";
import { printTable } from "./table.ts";

const PAGE = 50;
/** Quota use is counted, not throttled: the limit is that of a large Google project. */
const UNITS_PER_MINUTE = "1000000";

interface Emulator {
	env: Record<string, string>;
	requests: readonly { at: number; units?: number }[];
	addMessage(email: string, raw: Uint8Array): unknown;
	close(): Promise<void>;
}

/** Seconds from the return of the browser, and the requests to the provider. */
interface SyncResult {
	label: string;
	firstPage: number;
	searchable: number;
	requests: number;
	/** Gmail's quota units. */
	units: number | null;
}

/** Measures how fast a mailbox syncs from the Gmail and Outlook emulators after consent, and its quota cost. */
export async function benchEmulators(file: string, limit: number, scratch: string): Promise<void> {
	const rows: SyncResult[] = [];
	let count = 0;
	for (const kind of ["gmail", "outlook"] as const) {
		const port = await freePort();
		const origin = `http://127.0.0.1:${port}`;
		const email = kind === "gmail" ? "ann@gmail.example" : "ann@outlook.example";
		const people = [{ email, name: "Ann Example" }];
		const emulator: Emulator =
			kind === "gmail" ? await startGoogle({ people, origin }) : await startMicrosoft({ people, origin });
		try {
			count = 0;
			for await (const raw of messagesOf(file)) {
				if (count++ === limit) break;
				emulator.addMessage(email, raw);
			}
			count = Math.min(count, limit);
			rows.push(await arrive({ kind, email, count, emulator, port, origin }, scratch));
		} finally {
			await emulator.close();
		}
	}
	console.log(`${count} messages in emulators of Gmail and Outlook on this machine`);
	const perThousand = (value: number): number => Math.round((value / count) * 1000);
	printTable(
		["", "first page s", "searchable s", "requests per 1,000", "units per 1,000"],
		rows.map(({ label, firstPage, searchable, requests, units }) => [
			`mailstead: ${label}`,
			firstPage.toFixed(2),
			searchable.toFixed(2),
			perThousand(requests),
			units === null ? "" : perThousand(units),
		]),
	);
}

async function arrive(
	given: {
		kind: "gmail" | "outlook";
		email: string;
		count: number;
		emulator: Emulator;
		port: number;
		origin: string;
	},
	scratch: string,
): Promise<SyncResult> {
	const { kind, email, count, emulator, port, origin } = given;
	const settings = { ...emulator.env, GMAIL_UNITS_PER_MINUTE: UNITS_PER_MINUTE, ALLOW_PRIVATE_HOSTS: "on" };
	const server = await startServer(scratch, settings, { port });
	try {
		const call = <T>(path: string, body: object): Promise<T> =>
			requestJson<T>(server, `/api/v1/functions/${path}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			});
		const redirectUri = `${origin}/auth/${kind}/callback`;
		const { authUrl } = await call<{ authUrl: string }>(`${kind}-auth-init`, { redirectUri });
		const back = (await consentJourney(authUrl, email)).searchParams;
		const begin = performance.now();
		const passed = (): number => (performance.now() - begin) / 1000;
		const answer = { code: back.get("code"), state: back.get("state"), redirectUri };
		const { job } = await call<{ account: Account; job: Job }>(`${kind}-auth`, answer);
		await until(async () => {
			const { items } = await requestJson<{ items: unknown[] }>(server, `/api/v1/emails?limit=${PAGE}&folder=inbox`);
			return items.length >= Math.min(PAGE, count);
		}, 20);
		const firstPage = passed();
		await waitFor(server, job);
		const searchable = passed();
		const units = emulator.requests.reduce((sum, request) => sum + (request.units ?? 0), 0);
		const label = kind === "gmail" ? "Gmail" : "Outlook";
		return { label, firstPage, searchable, requests: emulator.requests.length, units: kind === "gmail" ? units : null };
	} finally {
		await server.stop();
		await rm(server.dataDir, { recursive: true, force: true });
	}
}
