import { domainToASCII } from "node:url";
import type { Discovered } from "#shared/contracts/accounts.ts";

/** The result of one source for an address; the table of common providers adds what it knows about the same servers. */
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
	/** In lower case, A-labels as in the DNS (RFC 5891). */
	domain: string;
}

/** @returns null for an address whose domain is not a valid DNS name */
export function addressOf(email: string): Address | null {
	const at = email.lastIndexOf("@");
	const domain = domainToASCII(email.slice(at + 1)).toLowerCase();
	if (at < 1 || !isHostName(domain) || !domain.includes(".")) return null;
	return { email, local: email.slice(0, at), domain };
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** A valid host name, never an IP address: discovered servers are verified by the names in their certificates. */
export function isHostName(text: string): boolean {
	const labels = text.toLowerCase().split(".");
	return text.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^\d*$/.test(labels.at(-1) ?? "");
}
