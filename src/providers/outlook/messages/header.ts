import { formatAddress } from "#shared/mail/addresses.ts";
import type { OutlookMessage, Recipient } from "../api/resources.ts";

/** Bytes of a header section that are listed; legitimate headers are shorter. */
const LIMIT = 256 * 1024;

/**
 * The header section of a listed message: its original fields, unfolded, as far as Outlook stores them. Messages written in
 * Outlook (sent, drafts) have none: the header is then built from Graph's properties, until the body is fetched.
 */
export function headerOf(message: OutlookMessage): Buffer {
	const own = message.internetMessageHeaders ?? [];
	const known = new Set(own.map(({ name }) => name.toLowerCase()));
	const facts = factsOf(message).filter(([name, value]) => value !== "" && !known.has(name.toLowerCase()));
	const lines: string[] = [];
	let size = 0;
	for (const [name, value] of [...own.map((field): Fact => [field.name, field.value ?? ""]), ...facts]) {
		if (/[^!-9;-~]/.test(name)) continue;
		const line = `${name}: ${value.replace(/[\r\n\0]+/g, " ")}\r\n`;
		size += Buffer.byteLength(line);
		if (size > LIMIT) break;
		lines.push(line);
	}
	return Buffer.from(`${lines.join("")}\r\n`);
}

type Fact = [name: string, value: string];

function factsOf(message: OutlookMessage): Fact[] {
	const date = new Date(message.sentDateTime ?? message.receivedDateTime ?? Number.NaN);
	return [
		["Date", Number.isNaN(date.getTime()) ? "" : date.toUTCString().replace("GMT", "+0000")],
		["From", addresses([message.from ?? message.sender ?? {}])],
		["To", addresses(message.toRecipients)],
		["Cc", addresses(message.ccRecipients)],
		["Reply-To", addresses(message.replyTo)],
		["Subject", message.subject ?? ""],
		["Message-ID", message.internetMessageId ?? ""],
	];
}

function addresses(people: readonly Recipient[] | null | undefined): string {
	return (people ?? [])
		.flatMap(({ emailAddress }) => {
			const email = emailAddress?.address ?? "";
			const name = emailAddress?.name ?? "";
			return email === "" ? [] : [formatAddress({ email, name: name === email ? "" : name })];
		})
		.join(", ");
}
