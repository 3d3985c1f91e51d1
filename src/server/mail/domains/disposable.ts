import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

/** Aliases that forward to a person's mailbox until the person deletes them: hidden, but not disposable. */
const RELAYS = [
	"addy.io",
	"aleeas.com",
	"anonaddy.com",
	"anonaddy.me",
	"duck.com",
	"mozmail.com",
	"passinbox.com",
	"passmail.net",
	"privaterelay.appleid.com",
	"relay.firefox.com",
	"simplelogin.co",
	"simplelogin.com",
	"slmail.me",
];

let loaded: ReadonlySet<string> | undefined;

/** Whether mailboxes at this domain are thrown away after use. @param domain ASCII, lower case */
export function isDisposable(domain: string): boolean {
	loaded ??= disposableEmailBlocklistSet();
	const labels = domain.split(".");
	const above = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
	return !above.some((name) => RELAYS.includes(name)) && above.some((name) => loaded?.has(name));
}

/** Whether addresses at this domain forward to another one. @param domain ASCII, lower case */
export function isRelay(domain: string): boolean {
	return RELAYS.some((relay) => domain === relay || domain.endsWith(`.${relay}`));
}
