import { organizationOf } from "../../classify/features/features.ts";
import { noteSender, type SenderFeature } from "../../classify/features/sender.ts";

/** Features that a person's sender never has. */
const PROGRAM: readonly SenderFeature[] = [
	...(["sender-machine", "sender-news", "sender-offers", "sender-notices"] as const),
	...(["name-news", "name-offers", "name-notices", "name-team", "name-address", "name-host", "name-divided"] as const),
];

/** How the sender is called by those who write to them; null: it is no person, or there is only an address. */
export function givenName({ name, email }: { name: string; email: string }): string | null {
	const [family = "", given] = name.split(",");
	const spelled = given === undefined ? family : `${given} ${family}`;
	const words = spelled.trim().split(/\s+/);
	const [first = ""] = words;
	if (words.length < 2 || words.length > 3 || !/^\p{Lu}[\p{L}'’-]+$/u.test(first)) return null;
	// "IT Helpdesk", "Example TV": names of people have small letters.
	if (words.some((word) => word.length > 1 && word.length < 5 && word === word.toUpperCase())) return null;
	return isPerson(words.join(" "), email.toLowerCase(), first.toLowerCase()) ? first : null;
}

function isPerson(senderName: string, senderEmail: string, first: string): boolean {
	const found = new Set<SenderFeature>();
	const nothing = { headers: {}, listUnsubscribe: null, listKey: "", recipients: 1, contentFeatures: [] };
	const flags = { isToSender: false, isToSenderHost: false, isReply: false, hasHtml: false, hasAttachments: false };
	const texts = { subject: "", preview: "", replyTo: "", messageId: null };
	noteSender({ ...nothing, ...flags, ...texts, senderName, senderEmail }, organizationOf, (one) => found.add(one));
	if (PROGRAM.some((feature) => found.has(feature))) return false;
	const [local = "", host = ""] = senderEmail.split("@");
	// An organization's domain often begins with its initials.
	const initials = senderName.replaceAll(/(\p{L})\S*\s*/gu, "$1").toLowerCase();
	if (initials.length > 2 && host.startsWith(initials)) return false;
	// Whose own domain it is: "Mara Lindqvist" at lindqvist.example.
	return found.has("name-person") || (local.includes(first) && !host.includes(first));
}
