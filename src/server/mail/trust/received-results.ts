import { parse } from "tldts";
import { parseAuthResults } from "#shared/mail/auth-results.ts";
import type { HeaderField } from "#shared/mail/headers.ts";
import { organizationOf } from "../classify/features/features.ts";
import type { ReceivingServer } from "../provider/provider.ts";

/** Which Authentication-Results (RFC 8601) of a message its sender cannot have written. */

/** Characters of a Received field in which its server is named. */
const MAX_LENGTH = 2_000;

/**
 * The results that were added on the receiving side, as one value. Servers write above what they receive: all instances
 * above the first Received are theirs, as far as they are by the organization of the topmost. Otherwise it is the topmost
 * one, where all servers above it belong to its organization or have no public name; without any Received, too. Whether the
 * server is the mailbox's own is for `isResultOf` to say.
 * @returns null: none. A sender's own field is below those of the server, and returned where that wrote none
 */
export function receivedResults(fields: readonly HeaderField[]): string | null {
	const above: string[] = [];
	const servers: string[] = [];
	for (const { name, raw } of fields) {
		if (name === "received") {
			if (above.length > 0) return joined(above);
			servers.push(writerOf(raw));
		}
		if (name !== "authentication-results" || isOnlyOfLogo(raw)) continue;
		if (servers.length > 0) return isAmong(servers, raw) ? raw : null;
		above.push(raw);
	}
	return above[0] ?? null;
}

/** Whether results are by the server that received a mailbox's mail. @param server its authserv-id; empty: it omits it */
export function isResultOf({ domains, isUnnamed }: ReceivingServer, server: string): boolean {
	return server === "" ? isUnnamed : domains.includes(organizationOf(server));
}

function joined(values: readonly string[]): string {
	const [first = "", ...rest] = values;
	const own = organizationIn(first);
	const others = rest.filter((raw) => organizationIn(raw) === own);
	return [first, ...others.map((raw) => (own === "" ? raw : raw.slice(raw.indexOf(";") + 1)))].join(";");
}

function organizationIn(raw: string): string {
	return organizationOf(parseAuthResults(raw)?.server ?? "");
}

/** Some servers report each method in a field of its own, that of the sender's logo (BIMI) first. */
function isOnlyOfLogo(raw: string): boolean {
	const results = parseAuthResults(raw)?.results ?? [];
	return results.length > 0 && results.every(({ method }) => method === "bimi");
}

/** Whether the organizations that received the message wrote this. @param servers empty: one without a public name */
function isAmong(servers: readonly string[], raw: string): boolean {
	const named = new Set(servers.filter((one) => one !== ""));
	const own = organizationIn(raw);
	return own === "" ? named.size <= 1 : [...named].every((one) => one === own);
}

/** The organization of the server that wrote a Received field (RFC 5321 §4.4); empty: it has no public name. */
function writerOf(raw: string): string {
	const text = raw.slice(0, MAX_LENGTH).replace(/\([^()]*\)/g, " ");
	const { hostname, isIcann, domain } = parse(/\bby\s+([^\s;]+)/i.exec(text)?.[1] ?? "");
	return hostname !== null && isIcann === true ? (domain ?? "") : "";
}
