import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

/** Aliases that forward to a person's mailbox until the person deletes them: hidden, but not disposable. */
const RELAYS = [
	"33mail.com",
	"4wrd.cc",
	"8alias.com",
	"8shield.net",
	"addy.io",
	"addymail.com",
	"aleeas.com",
	"anonaddy.com",
	"anonaddy.me",
	"cloaked.id",
	"dralias.com",
	"duck.com",
	"erine.email",
	"guest.airbnb.com",
	"guest.booking.com",
	"mailer.me",
	"mozmail.com",
	"notsharingmy.info",
	"opayq.com",
	"passfwd.com",
	"passinbox.com",
	"passmail.com",
	"passmail.net",
	"private.icloud.com",
	"privaterelay.appleid.com",
	"relay.firefox.com",
	"simplelogin.co",
	"simplelogin.com",
	"slmail.me",
	"slmails.com",
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
