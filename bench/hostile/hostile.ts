import type { Email, EmailItem } from "#shared/contracts/emails.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { type BenchServer, requestJson, startServer, until, waitFor } from "../server.ts";
import { printTable } from "../table.ts";
import { type HostileMessage, hostileMessages } from "./messages.ts";
import { startProbe } from "./probe.ts";

/** Maximum delay that one message may cause for another user's request, in milliseconds. */
const TARGET_MS = 250;
const READERS = 60;
const READERS_STAY_MS = 3_000;
/** Timeout of a case. */
const MAX_STEP_MS = 120_000;

/** Measures a cheap request of one user while another imports and opens hostile mail. */
export async function benchHostile(scratch: string): Promise<void> {
	const server = await startServer(scratch, { LOG_LEVEL: "error" });
	const probe = startProbe(await server.another(), "/api/v1/accounts");
	try {
		const rows: (string | number)[][] = [];
		for (const hostile of hostileMessages) {
			probe.worst();
			const account = await importMessage(server, hostile);
			const importing = probe.worst();
			const notes = await openAll(server, account, hostile).catch((cause: unknown) => String(cause));
			const opening = probe.worst();
			const verdict = Math.max(importing, opening) <= TARGET_MS ? "ok" : "over";
			rows.push([hostile.name, Math.round(importing), Math.round(opening), verdict, notes]);
			await server.fetch(`/api/v1/accounts/${account}`, { method: "DELETE" });
		}
		printTable([`delay of others (target ${TARGET_MS} ms)`, "import ms", "open ms", "target", "opened"], rows);
		console.log(`peak resident memory of the server: ${server.peakMb()} MB`);
	} finally {
		await probe.stop();
		await server.stop();
	}
}

/** @returns the account id */
async function importMessage(server: BenchServer, { make }: HostileMessage): Promise<string> {
	const { account, job } = await requestJson<{ account: { id: string }; job: Job }>(
		server,
		"/api/v1/accounts/mbox?filename=hostile.eml",
		{ method: "POST", body: make() },
	);
	await waitFor(server, job);
	return account.id;
}

/** @returns the result as text */
async function openAll(server: BenchServer, account: string, { afterwards }: HostileMessage): Promise<string> {
	const { items } = await requestJson<{ items: EmailItem[] }>(server, `/api/v1/emails?account=${account}`);
	const path = `/api/v1/emails/${items[0]?.id}`;
	const begun = performance.now();
	const email = await requestJson<Email>(server, path, { signal: AbortSignal.timeout(MAX_STEP_MS) });
	const notes = [email.problem?.code ?? "whole", `${Math.round(performance.now() - begun)} ms`];
	if (afterwards === "pictures") notes.push(await loadPictures(server, path, email));
	if (afterwards === "slow-readers") notes.push(await readSlowly(server, `${path}/raw`));
	if (afterwards === "one-click") notes.push(await unsubscribe(server, account));
	return notes.join(", ");
}

async function loadPictures(server: BenchServer, path: string, { attachments }: Email): Promise<string> {
	const begun = performance.now();
	const load = async ({ id }: { id: number }): Promise<void> =>
		void (await (await server.fetch(`${path}/attachments/${id}?inline=true`)).arrayBuffer());
	await Promise.all(attachments.map(load));
	return `${attachments.length} pictures in ${Math.round(performance.now() - begun)} ms`;
}

async function readSlowly(server: BenchServer, path: string): Promise<string> {
	const stop = new AbortController();
	const before = server.residentMb() ?? 0;
	const replies = await Promise.all(Array.from({ length: READERS }, () => server.fetch(path, { signal: stop.signal })));
	await new Promise((resolve) => setTimeout(resolve, READERS_STAY_MS));
	const grown = (server.residentMb() ?? 0) - before;
	stop.abort();
	return `${replies.filter(({ ok }) => ok).length} of ${READERS} readers, ${grown} MB more`;
}

/** Unsubscribes from the message's list, which checks its signature. */
async function unsubscribe(server: BenchServer, account: string): Promise<string> {
	const path = "/api/v1/unsubscriber";
	const { items } = await requestJson<{ items: { id: string }[] }>(server, `${path}/subscriptions?account=${account}`);
	if (items.length === 0) return "no mailing list found";
	const { job } = await requestJson<{ job: Job }>(server, `${path}/requests`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ subscriptions: items.map(({ id }) => id) }),
	});
	const begun = performance.now();
	await until(async () => {
		const { state } = await requestJson<Job>(server, `/api/v1/jobs/${job.id}`);
		return (state !== "queued" && state !== "running") || performance.now() - begun > MAX_STEP_MS;
	});
	return `checked in ${Math.round(performance.now() - begun)} ms`;
}
