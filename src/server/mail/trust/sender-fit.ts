import { domainToUnicode } from "node:url";
import { getDomainWithoutSuffix } from "tldts";
import { foldText } from "#shared/search/tokens.ts";
import { AROUND } from "./sender-name.ts";

/** Whether a sender's name and domain belong together. */
export type SenderFit = "same" | "part" | "unknown" | "other";

/** Words of domains that are registered for phishing, between hyphens. */
const BAIT = new Set(
	`account accounts access activate activation admin aktiv alert alerts appeal auth bezahlen betalen billing business
	cancel card center client cliente clientes clienti colis confirm connexion copyright corporate customer data
	delivery desk direct docs document documents doplata employee fees file files fraud freeze help helpdesk
	hold hr id info invoice invoices kunden kundencenter kundenportal kundenservice kyc limited locked login mail mailbox
	mailer member message mobile notice official online order orders owa page pakket paczka paiement paquete parcel pass
	password pay payment payments paypal payroll portal prime protect push quota receipt recover redelivery refund
	renew renewal renewals required restore return review safe salary secure securipass security seguro selfservice service
	services share shared sicher sicuro sign signin solutions storage support tan tax team update upgrade urgent validate
	verify verification verified wallet web webmail weryfikacja winners`.split(/\s+/),
);

/** How a display name and the domain of its address belong together. @param domain of the sender's address */
export function senderFit(name: string, email: string, domain: string): SenderFit {
	const words = wordsOf(name).filter((word) => !AROUND.has(word) && word.length > 1);
	const label = foldText(getDomainWithoutSuffix(domainToUnicode(domain)) ?? "").replace(/[^\p{L}\p{N}]/gu, "");
	// Names in other scripts are spelled in Latin letters in domains.
	if (words.length === 0 || label === "" || !words.every((word) => /^[a-z\d]+$/.test(word))) return "unknown";
	const joined = words.join("");
	if (
		label === joined ||
		label === wordsOf(name).join("") ||
		(words.length > 1 && words.some((word) => word === label))
	)
		return "same";
	if (label.length >= 4 && joined.includes(label)) return "same";
	const host = foldText(domain).replace(/[^a-z\d]/g, "");
	const local = foldText(email.slice(0, email.lastIndexOf("@")));
	const isIn = (text: string): boolean => words.some((word) => word.length >= 3 && text.includes(word));
	if (isIn(host) || isIn(local)) return "part";
	const initials = words.map((word) => word.charAt(0)).join("");
	return initials.length > 1 && label.startsWith(initials) ? "part" : "other";
}

/** How many parts of a domain are words that phishing registers; 0 of domains that are one word. At most 2. */
export function baitIn(domain: string): number {
	const parts = (getDomainWithoutSuffix(domain) ?? "").toLowerCase().split(/[-\d]+/);
	if (parts.length < 2) return 0;
	return Math.min(2, parts.filter((part) => BAIT.has(part)).length);
}

function wordsOf(name: string): string[] {
	return foldText(name.slice(0, 200)).match(/[\p{L}\p{N}]+/gu) ?? [];
}
