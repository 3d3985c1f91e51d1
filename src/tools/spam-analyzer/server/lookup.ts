import { AppError } from "#kernel/errors.ts";
import type { DnsAnswer, GuardedReply, Net, RecordType } from "#kernel/net.ts";
import { NoAnswer, type Records, recordsBy } from "#kernel/sender-auth.ts";
import type { Evidence } from "../contract.ts";

/** What a check asks with. Everything that is asked is kept as evidence. */
export interface Lookup extends Records {
	readonly evidence: Evidence[];
	readonly signal: AbortSignal;
	/** Any outcome. */
	query<T extends RecordType>(name: string, type: T, options?: QueryOptions): Promise<DnsAnswer<T>>;
	/** Connects to a mail server and reads its greeting (RFC 5321 §3.1). @returns null: no answer in time */
	greet(host: string, port: number): Promise<Greeting | null>;
	/** @throws NoAnswer when there was no reply */
	get(url: string, options?: GetOptions): Promise<GuardedReply>;
}

/** How a mail server answered a connection. */
export interface Greeting {
	/** `accepts`: greeted with 220. `rejects`: with another code. `refused`: nothing listens there. */
	outcome: "accepts" | "rejects" | "refused";
	/** The greeting, or the error. */
	text: string;
}

interface QueryOptions {
	/** The name as the evidence shows it, where the name has a secret. */
	shownAs?: string;
}

interface GetOptions {
	maxBytes?: number;
	maxRedirects?: number;
	accept?: string;
}

interface LookupContext {
	net: Pick<Net, "dns" | "http" | "tcp">;
	/** Epoch milliseconds. */
	now: () => number;
	signal: AbortSignal;
}

const MAX_BYTES = 256 * 1024;
/** For a greeting: mail servers that make clients wait are not waited for. */
const GREETING_MS = 2_000;
const GREETING_BYTES = 4_096;
/** Longer answers are cut in the evidence; records are long enough to be edited. */
const SHOWN_LENGTH = 600;
const RECORD_LENGTH = 4_000;

/** Asks for one check. */
export function createLookup({ net, now, signal }: LookupContext): Lookup {
	const evidence: Evidence[] = [];

	function begin(question: string): Evidence {
		const answeredAt = new Date(now()).toISOString();
		const entry = { question, answers: ["no answer yet"], server: null, answeredAt, durationMs: 0, isCached: false };
		evidence.push(entry);
		return entry;
	}

	async function query<T extends RecordType>(name: string, type: T, { shownAs = name }: QueryOptions = {}) {
		const entry = begin(`${type} ${shownAs}`);
		const answer = await net.dns.query(name, type, { signal });
		entry.answers = answersOf(answer);
		entry.server = answer.server;
		entry.answeredAt = new Date(answer.answeredAt).toISOString();
		entry.isCached = answer.isCached;
		if (!answer.isCached) entry.durationMs = answer.attempts.reduce((sum, one) => sum + one.durationMs, 0);
		return answer;
	}

	async function greet(host: string, port: number): Promise<Greeting | null> {
		const startedAt = performance.now();
		const entry = begin(`SMTP ${host}:${port}`);
		const limits = { connectMs: GREETING_MS, totalMs: GREETING_MS, silenceMs: GREETING_MS, maxBytes: GREETING_BYTES };
		try {
			const connection = await net.tcp(host, port, { ...limits, signal });
			try {
				entry.server = connection.remoteAddress;
				const line = (await connection.readLine()) ?? "";
				entry.answers = [line.slice(0, SHOWN_LENGTH)];
				return { outcome: /^220[ -]/.test(line) ? "accepts" : "rejects", text: line.slice(0, SHOWN_LENGTH) };
			} finally {
				connection.close();
			}
		} catch (cause) {
			const message = cause instanceof Error ? cause.message : "The connection failed.";
			entry.answers = [message];
			const isRefused = cause instanceof AppError && cause.code === "connection-refused";
			return isRefused ? { outcome: "refused", text: message } : null;
		} finally {
			entry.durationMs = Math.round(performance.now() - startedAt);
			entry.answeredAt = new Date(now()).toISOString();
		}
	}

	return {
		...recordsBy(query),
		evidence,
		signal,
		query,
		greet,
		async get(url, { maxBytes = MAX_BYTES, maxRedirects = 0, accept = "*/*" } = {}) {
			const startedAt = performance.now();
			const entry = begin(`GET ${url}`);
			try {
				const reply = await net.http(url, { maxBytes, maxRedirects, headers: { accept }, signal });
				entry.answers = [`HTTP ${reply.status}`, ...shownText(reply)];
				entry.server = new URL(reply.url).host;
				return reply;
			} catch (cause) {
				signal.throwIfAborted();
				const message = cause instanceof Error ? cause.message : "The request failed.";
				entry.answers = [message];
				throw new NoAnswer(message);
			} finally {
				entry.durationMs = Math.round(performance.now() - startedAt);
				entry.answeredAt = new Date(now()).toISOString();
			}
		},
	};
}

function shownText({ headers, body }: GuardedReply): string[] {
	const type = headers.get("content-type") ?? "";
	if (!/^text\/plain/i.test(type)) return [];
	return [Buffer.from(body).toString("utf8").trim().slice(0, SHOWN_LENGTH)];
}

interface AnyAnswer {
	outcome: string;
	rcode: string | null;
	records: readonly { data: unknown }[];
	attempts: readonly { extendedErrors: readonly { text: string }[] }[];
}

/** An answer as people read it in a zone file, roughly. */
function answersOf({ outcome, rcode, records, attempts }: AnyAnswer): string[] {
	if (outcome === "records") return records.slice(0, 20).map(({ data }) => recordText(data).slice(0, RECORD_LENGTH));
	if (outcome === "nodata") return ["no records"];
	const reasons = attempts.flatMap(({ extendedErrors }) => extendedErrors.map(({ text }) => text)).filter(Boolean);
	return [rcode ?? outcome, ...new Set(reasons)];
}

function recordText(data: unknown): string {
	if (typeof data === "string") return data;
	// TXT: character strings are joined.
	if (Array.isArray(data)) return data.join("");
	return Object.values(data as Record<string, unknown>)
		.map((value) => (value === "" ? "." : String(value)))
		.join(" ");
}
