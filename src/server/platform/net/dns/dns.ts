import { abortable } from "#shared/abortable.ts";
import { createSlots } from "../../slots/slots.ts";
import { type DnsAnswer, DnsFailure, type DnsRecord, isConclusive } from "./answer.ts";
import { createAnswerCache } from "./cache.ts";
import { queryName, reverseName } from "./name.ts";
import { failed, queryServers, type Resolvers } from "./query-servers.ts";
import type { RecordData, RecordType } from "./records.ts";
import { createResolverOrder } from "./resolver-order.ts";
import { dnsServers } from "./servers.ts";

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

export function createDns(options: DnsOptions): Dns {
	const { servers, now = Date.now, timeoutsMs = TIMEOUTS_MS } = options;
	// The system's resolvers may change while the server runs.
	const known = servers === null ? () => dnsServers(null) : constant(dnsServers(servers));
	const resolvers: Resolvers = { order: createResolverOrder(known, now), timeoutsMs, now };
	const cache = createAnswerCache<DnsAnswer>(options.cache ?? CACHE, now);
	const concurrency = options.concurrency ?? CONCURRENCY;
	const slots = createSlots({ perKey: concurrency, total: concurrency }, now);
	const pending = new Map<string, Promise<DnsAnswer>>();

	async function lookUp<T extends RecordType>(name: string, type: T): Promise<DnsAnswer<T>> {
		const release = await slots.acquire("");
		try {
			const { answer, bytes } = await queryServers(resolvers, name, type);
			cache.set(`${type} ${name}`, answer, answer.ttl, bytes);
			return answer;
		} finally {
			release();
		}
	}

	async function query<T extends RecordType>(text: string, type: T, options: QueryOptions = {}): Promise<DnsAnswer<T>> {
		const { fresh = false, signal } = options;
		signal?.throwIfAborted();
		const name = queryName(text);
		if (name === null) return failed(text, type, [], { outcome: "bad-name", now }).answer;
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
			return name === null
				? failed(address, "PTR", [], { outcome: "bad-name", now }).answer
				: query(name, "PTR", options);
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
	throw new DnsFailure(`DNS lookup failed (${answer.outcome})`, answer as unknown as DnsAnswer);
}

function constant<T>(value: T): () => T {
	return () => value;
}
