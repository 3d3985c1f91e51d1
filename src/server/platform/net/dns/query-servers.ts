import { type DnsAnswer, type DnsAttempt, type DnsOutcome, isConclusive } from "./answer.ts";
import { ExchangeFailure, exchange } from "./exchange.ts";
import { extendedErrors, FAILURE_TTL, type Interpreted, interpret } from "./interpret.ts";
import { type RecordType, wireTypes } from "./records.ts";
import type { ResolverOrder } from "./resolver-order.ts";
import type { DnsServer } from "./servers.ts";

type Final<T extends RecordType> = { answer: DnsAnswer<T>; bytes: number };

/** The servers, and how long each may take. */
export interface Resolvers {
	order: ResolverOrder;
	/** Of one query to one server, by round. */
	timeoutsMs: readonly number[];
	now(): number;
}

const empty = { records: [], aliases: [], rcode: null, isAuthenticated: false, ttl: FAILURE_TTL };

/** Queries every server until one answers; those that did not respond once more, with a longer timeout. */
export async function queryServers<T extends RecordType>(
	{ order, timeoutsMs, now }: Resolvers,
	name: string,
	type: T,
): Promise<Final<T>> {
	const attempts: DnsAttempt[] = [];
	let failure: Omit<Final<T>, "answer"> & { answer: DnsAnswer<T> } = failed(name, type, attempts, {
		outcome: "unreachable",
		now,
	});
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

/** The answer when there is none. */
export function failed<T extends RecordType>(
	name: string,
	type: T,
	attempts: DnsAttempt[],
	{ outcome, now }: { outcome: DnsOutcome; now(): number },
): Final<T> {
	const evidence = { server: null, answeredAt: now(), isCached: false, attempts };
	return { answer: { name, type, ...empty, ...evidence, outcome }, bytes: 0 };
}
