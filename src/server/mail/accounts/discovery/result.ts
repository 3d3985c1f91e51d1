import { domainToASCII } from "node:url";
import type { Discovered } from "#shared/contracts/accounts.ts";

/** What one source says of an address; the table of common providers adds what it knows of the same servers. */
export type Found = Omit<Discovered, "appPassword">;

export const NOTHING: Discovered = {
	source: null,
	providerName: null,
	imap: null,
	smtp: null,
	sieve: null,
	username: null,
	appPassword: null,
	note: null,
};

export interface Address {
	email: string;
	local: string;
	/** In lower case, as the DNS has it (RFC 5891). */
	domain: string;
}

/** @returns null for an address whose domain no DNS can have */
export function addressOf(email: string): Address | null {
	const at = email.lastIndexOf("@");
	const domain = domainToASCII(email.slice(at + 1)).toLowerCase();
	if (at < 1 || !isHostName(domain) || !domain.includes(".")) return null;
	return { email, local: email.slice(0, at), domain };
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** A name that a host can have, never an address: servers that are found are checked by the names in their certificates. */
export function isHostName(text: string): boolean {
	const labels = text.toLowerCase().split(".");
	return text.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^\d*$/.test(labels.at(-1) ?? "");
}
