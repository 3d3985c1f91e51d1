import type { DnsServer } from "./servers.ts";

/** A server that did not respond is tried last for this long. */
const AVOID_MS = 30_000;

/** The order in which servers are queried: as configured, those that did not respond lately last. */
export interface ResolverOrder {
	next(): DnsServer[];
	report(server: DnsServer, hasResponded: boolean): void;
}

export function createResolverOrder(servers: () => readonly DnsServer[], now: () => number): ResolverOrder {
	const avoidUntil = new Map<string, number>();
	return {
		next() {
			const at = now();
			const isAvoided = (server: DnsServer): boolean => (avoidUntil.get(server.label) ?? 0) > at;
			const all = servers();
			return [...all.filter((server) => !isAvoided(server)), ...all.filter(isAvoided)];
		},
		report(server, hasResponded) {
			if (hasResponded) avoidUntil.delete(server.label);
			else avoidUntil.set(server.label, now() + AVOID_MS);
		},
	};
}
