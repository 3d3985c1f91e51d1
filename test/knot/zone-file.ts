import type { Zones } from "../dns/dns.ts";
import { TYPES } from "../dns/wire.ts";

/** Settings of the test server, and types that would begin their own zone. */
const LEFT_OUT: ReadonlySet<string> = new Set(["TTL", "DELAY", "TCP_ONLY", "SOA", "DS", "NS"]);
/** Longest character string of a TXT record, in bytes (RFC 1035 §3.3). */
const MAX_STRING = 255;
/** Types whose data is a list of fields. */
const FIELDS: ReadonlySet<string> = new Set(["MX", "SRV", "CAA", "TLSA", "HTTPS"]);

/** A master file (RFC 1035 §5) of the root zone with the names that have records. */
export function zoneFile(zones: Zones): string {
	const lines = ["$TTL 60", ". SOA ns.test. root.test. 1 3600 600 86400 60", ". NS ns.test.", "ns.test. A 127.0.0.1"];
	for (const [name, zone] of Object.entries(zones)) {
		if (typeof zone === "string") continue;
		for (const [type, given] of Object.entries(zone)) {
			if (LEFT_OUT.has(type) || !(type in TYPES)) continue;
			for (const value of valuesOf(type, given)) lines.push(`${name}. ${type} ${dataOf(type, value)}`);
		}
	}
	return `${lines.join("\n")}\n`;
}

function valuesOf(type: string, given: unknown): unknown[] {
	if (!Array.isArray(given)) return [given];
	return FIELDS.has(type) && !Array.isArray(given[0]) ? [given] : given;
}

function dataOf(type: string, value: unknown): string {
	if (type === "TXT") return stringsOf(String(value));
	const fields = Array.isArray(value) ? value.map(String) : [String(value)];
	// The last field of these is a name; `.` is complete already.
	if (!["MX", "SRV", "CNAME", "PTR"].includes(type)) return fields.join(" ");
	return fields.map((field, index) => (index < fields.length - 1 || field === "." ? field : `${field}.`)).join(" ");
}

function stringsOf(text: string): string {
	const bytes = Buffer.from(text);
	const parts: string[] = [];
	for (let at = 0; at === 0 || at < bytes.length; at += MAX_STRING)
		parts.push(`"${bytes.toString("latin1", at, at + MAX_STRING).replaceAll(/["\\]/g, "\\$&")}"`);
	return parts.join(" ");
}
