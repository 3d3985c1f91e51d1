import { abortable } from "#shared/abortable.ts";
import { createSlots } from "../../slots/slots.ts";
import {
	type DnsAnswer,
	type DnsAttempt,
	DnsFailure,
	type DnsOutcome,
	type DnsRecord,
	isConclusive,
} from "./answer.ts";
import { createAnswerCache } from "./cache.ts";
import { ExchangeFailure, exchange } from "./exchange.ts";
import { extendedErrors, FAILURE_TTL, type Interpreted, interpret } from "./interpret.ts";
import { queryName, reverseName } from "./name.ts";
import { type RecordData, type RecordType, wireTypes } from "./records.ts";
import { createResolverOrder } from "./resolver-order.ts";
import { type DnsServer, dnsServers } from "./servers.ts";

/** DNS queries with a shared cache, to DNS_SERVERS if set, otherwise to the system's resolvers. */
export interface Dns {
	/**
	 * The answer with its evidence; a failure is an outcome, too. Concurrent queries for one name and type are sent once.
	 * @param options.fresh skips the cache; the answer is cached all the same
	 * @throws the signal's reason, nothing else
	 */
	query<T extends RecordType>(name: string, type: T, options?: QueryOptions): Promise<DnsAnswer<T>>;
	/** PTR records of an IP address (RFC 1035 §3.5). */
	reverse(address: string, options?: QueryOptions): Promise<DnsAnswer<"PTR">>;
	/** Most preferred first; empty when there are none. @throws DnsFailure */
	mx(name: string): Promise<RecordData["MX"][]>;
	/** In RFC 2782 order, without the random choice among equals; empty when there are none. @throws DnsFailure */
	srv(name: string): Promise<RecordData["SRV"][]>;
	/** Each record as its character strings (RFC 1035 §3.3.14); empty when there are none. @throws DnsFailure */
	txt(name: string): Promise<string[][]>;
	/** For connecting: IPv4 before IPv6; empty when there are none. @throws DnsFailure when no query found any and one failed */
	addresses(name: string): Promise<HostAddress[]>;
}

export interface QueryOptions {
	fresh?: boolean;
	signal?: AbortSignal;
}

export interface HostAddress {
	address: string;
	family: number;
}

export interface DnsOptions {
	/** Addresses with optional ports; null: the system's resolvers. */
	servers: readonly string[] | null;
	/** Epoch milliseconds. */
	now?: () => number;
	/** Of one query to one server, by round. */
	timeoutsMs?: readonly number[];
	cache?: { entries: number; bytes: number };
	/** Queries in flight. */
	concurrency?: number;
}

/** The second round is for lost datagrams and for resolvers that are still working. */
const TIMEOUTS_MS = [1_500, 3_000];
const CACHE = { entries: 50_000, bytes: 32 * 1024 * 1024 };
/** Each query has a socket; recursive resolvers limit clients to a few hundred. */
const CONCURRENCY = 128;

type Final<T extends RecordType> = { answer: DnsAnswer<T>; bytes: number };

export function createDns(options: DnsOptions): Dns {
	const { servers, now = Date.now, timeoutsMs = TIMEOUTS_MS } = options;
	// The system's resolvers may change while the server runs.
	const known = servers === null ? () => dnsServers(null) : constant(dnsServers(servers));
	const order = createResolverOrder(known, now);
	const cache = createAnswerCache<DnsAnswer>(options.cache ?? CACHE, now);
	const concurrency = options.concurrency ?? CONCURRENCY;
	const slots = createSlots({ perKey: concurrency, total: concurrency }, now);
	const pending = new Map<string, Promise<DnsAnswer>>();

	async function lookUp<T extends RecordType>(name: string, type: T): Promise<DnsAnswer<T>> {
		const release = await slots.acquire("");
		try {
			const { answer, bytes } = await queryServers(name, type);
			cache.set(`${type} ${name}`, answer, answer.ttl, bytes);
			return answer;
		} finally {
			release();
		}
	}

	/** Queries every server until one answers; those that did not respond once more, with a longer timeout. */
	async function queryServers<T extends RecordType>(name: string, type: T): Promise<Final<T>> {
		const attempts: DnsAttempt[] = [];
		let failure: Omit<Final<T>, "answer"> & { answer: DnsAnswer<T> } = failed(name, type, attempts, "unreachable");
		let unanswered = order.next();
		for (const timeoutMs of timeoutsMs) {
			const silent: DnsServer[] = [];
			for (const server of unanswered) {
				const { attempt, result, bytes } = await queryServer(server, name, type, timeoutMs);
				attempts.push(attempt);
				order.report(server, attempt.rcode !== null);
				const isSilent = attempt.rcode === null;
				if (isSilent) silent.push(server);
				const answer: DnsAnswer<T> = {
					name,
					type,
					...(result ?? { ...empty, outcome: attempt.outcome }),
					server: isSilent ? null : server.label,
					answeredAt: now(),
					isCached: false,
					attempts,
				};
				if (isConclusive(answer)) return { answer, bytes };
				// A response code says more than a timeout.
				if (!isSilent || failure.answer.server === null) failure = { answer, bytes };
			}
			unanswered = silent;
		}
		return failure;
	}

	async function queryServer<T extends RecordType>(server: DnsServer, name: string, type: T, timeoutMs: number) {
		const startedAt = performance.now();
		const question = { name, type: wireTypes[type] };
		const describe = (part: Omit<DnsAttempt, "server" | "durationMs">): DnsAttempt => ({
			server: server.label,
			...part,
			durationMs: Math.round(performance.now() - startedAt),
		});
		try {
			let { message, transport, bytes } = await exchange(server, { ...question, hasEdns: true }, timeoutMs);
			// Servers that do not know EDNS answer with an error (RFC 6891 §7).
			if (message.rcode === "FORMERR" || message.rcode === "NOTIMP")
				({ message, transport, bytes } = await exchange(server, { ...question, hasEdns: false }, timeoutMs));
			const result: Interpreted<T> = interpret(message, name, type);
			const { outcome, rcode } = result;
			const attempt = describe({ transport, outcome, rcode, extendedErrors: extendedErrors(message) });
			return { attempt, result, bytes };
		} catch (cause) {
			if (!(cause instanceof ExchangeFailure)) throw cause;
			const { transport, outcome } = cause;
			return { attempt: describe({ transport, outcome, rcode: null, extendedErrors: [] }), result: null, bytes: 0 };
		}
	}

	function failed<T extends RecordType>(name: string, type: T, attempts: DnsAttempt[], outcome: DnsOutcome): Final<T> {
		const evidence = { server: null, answeredAt: now(), isCached: false, attempts };
		return { answer: { name, type, ...empty, ...evidence, outcome }, bytes: 0 };
	}

	async function query<T extends RecordType>(text: string, type: T, options: QueryOptions = {}): Promise<DnsAnswer<T>> {
		const { fresh = false, signal } = options;
		signal?.throwIfAborted();
		const name = queryName(text);
		if (name === null) return failed(text, type, [], "bad-name").answer;
		const key = `${type} ${name}`;
		const cached = fresh ? null : cache.get(key);
		if (cached !== null) return { ...(cached as DnsAnswer<T>), isCached: true };
		let answer = pending.get(key) as Promise<DnsAnswer<T>> | undefined;
		if (answer === undefined) {
			answer = lookUp(name, type).finally(() => pending.delete(key));
			pending.set(key, answer as Promise<DnsAnswer>);
		}
		// Not passed on: other callers may wait for the same answer.
		return signal === undefined ? answer : abortable(answer, signal);
	}

	async function data<T extends RecordType>(name: string, type: T): Promise<RecordData[T][]> {
		const answer = await query(name, type);
		assertConclusive(answer);
		return answer.records.map((record: DnsRecord<T>) => record.data);
	}

	return {
		query,
		async reverse(address, options) {
			const name = reverseName(address);
			return name === null ? failed(address, "PTR", [], "bad-name").answer : query(name, "PTR", options);
		},
		mx: async (name) => (await data(name, "MX")).sort((a, b) => a.priority - b.priority),
		srv: async (name) => (await data(name, "SRV")).sort((a, b) => a.priority - b.priority || b.weight - a.weight),
		txt: (name) => data(name, "TXT"),
		async addresses(name) {
			const [four, six] = await Promise.all([query(name, "A"), query(name, "AAAA")]);
			const found = [
				...four.records.map(({ data: address }) => ({ address, family: 4 })),
				...six.records.map(({ data: address }) => ({ address, family: 6 })),
			];
			// One family is enough for a connection.
			if (found.length === 0) for (const answer of [four, six]) assertConclusive(answer);
			return found;
		},
	};
}

/** @throws DnsFailure */
function assertConclusive<T extends RecordType>(answer: DnsAnswer<T>): void {
	if (isConclusive(answer)) return;
	throw new DnsFailure(`The DNS gave no answer (${answer.outcome})`, answer as unknown as DnsAnswer);
}

function constant<T>(value: T): () => T {
	return () => value;
}

const empty = { records: [], aliases: [], rcode: null, isAuthenticated: false, ttl: FAILURE_TTL };
