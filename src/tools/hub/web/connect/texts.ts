import { brand } from "#shared/brand.ts";
import type { Access, ConsentKind } from "#web/lib/consent.ts";

/** Texts that differ between providers. */
export interface ConsentTexts {
	/** Name of the mailbox kind. */
	name: string;
	/** Who shows the consent page. */
	provider: string;
	/** Settings the operator must set, see README.md. */
	settings: readonly [id: string, secret: string];
	/** What else the operator must do at the provider. */
	registering: string;
	/** Where users review and revoke the access they granted. */
	grantsUrl: string;
	/** What full access requests. */
	asked: string;
	/** What happens to the access when a mailbox is disconnected here. */
	revoking: string;
}

export const consentTexts: Record<ConsentKind, ConsentTexts> = {
	gmail: {
		name: "Gmail",
		provider: "Google",
		settings: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
		registering: "In Google's console, the project needs the Gmail API and this redirect address:",
		grantsUrl: "https://myaccount.google.com/connections",
		asked: "Your name, your address and your mail. No contacts, no calendar, no files.",
		revoking: "Disconnecting here gives the access back to Google, and Google's own page can end it as well.",
	},
	outlook: {
		name: "Outlook",
		provider: "Microsoft",
		settings: ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
		registering: "In Microsoft's app registration, this has to be among the web redirect addresses:",
		grantsUrl: "https://account.live.com/consent/Manage",
		asked: "Your name, your address, your mail and its rules. No contacts, no calendar, no files.",
		revoking: "Disconnecting here deletes the keys, and Microsoft's own page can end the access as well.",
	},
};

/** Label and one-line description of each access level. */
export const accessTexts: Record<Access, { label: string; hint: string }> = {
	full: { label: "Full access", hint: "Read, organise, clean up and send mail from here." },
	read: { label: "Read-only", hint: "Read, search and analyse. Nothing there can be changed or sent." },
};

/** A list item with details. */
export interface Point {
	title: string;
	text: string;
	/** The page that provides it; the item is hidden if that is not installed. */
	page?: string;
}

/** Benefits of connecting a mailbox. */
export function gains({ name }: ConsentTexts, access: Access): Point[] {
	return [
		{ title: "Your mail within seconds", text: "The newest first; older mail follows while you read." },
		{ title: "Fast search", text: "Over every word, on this server." },
		...(access === "full"
			? [{ title: "Changes that can be undone", text: `Made here, seen in ${name}, one by one or thousands at once.` }]
			: []),
		{
			title: "Email validation and cleaning",
			text: "Which addresses take mail, and which do not.",
			page: "/tool/email-validator",
		},
		{
			title: "Smart categorization",
			text: "Promotions, social and updates apart from people.",
			page: "/tool/categorizer",
		},
		{
			title: "Automated unsubscribe management",
			text: "Every list that writes to you, and how to unsubscribe.",
			page: "/tool/unsubscriber",
		},
		{
			title: "Inbox analytics and insights",
			text: "Who writes, when, and how fast you answer.",
			page: "/tool/activity-score",
		},
		{
			title: "Storage usage optimization",
			text: "What takes up space, and what can go.",
			page: "/tool/smart-archive",
		},
	];
}

/** Security facts; list only what is true. */
export function safeguards({ provider, asked, revoking }: ConsentTexts, access: Access): Point[] {
	return [
		{
			title: "OAuth 2.0",
			text: `You sign in at ${provider}. ${brand.name} never sees your password; the keys it gets stay on this server, encrypted.`,
		},
		access === "read"
			? { title: "Read-only access", text: `${provider} itself refuses every change. You can allow more later.` }
			: { title: "Minimal permissions", text: asked },
		{
			title: "Your copy, on your server",
			text: "It is what you search and read here. Disconnecting deletes it, unless you choose to keep it.",
		},
		{ title: "Revoke anytime", text: revoking },
	];
}
