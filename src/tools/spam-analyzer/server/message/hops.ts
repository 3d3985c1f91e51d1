import { isIP } from "node:net";
import { isPublicAddress } from "#kernel/net.ts";
import type { HeaderField } from "#shared/mail/headers.ts";
import type { MessageFacts } from "../../contract.ts";

/** Longer fields are not read. */
const MAX_LENGTH = 2_000;
const MAX_HOPS = 50;

type Hop = MessageFacts["hops"][number];

/** The client of the server that received the message. */
export interface Client {
	ip: string;
	helo: string;
}

/** The servers that a message passed, the first one first (RFC 5321 §4.4). */
export function readHops(fields: readonly HeaderField[]): Hop[] {
	const received = fields.filter(({ name }) => name === "received").slice(0, MAX_HOPS);
	let before: number | null = null;
	return received.reverse().map(({ raw }) => {
		const text = unfolded(raw);
		const time = Date.parse(text.slice(text.lastIndexOf(";") + 1).split("(")[0] ?? "");
		const at = Number.isNaN(time) ? null : time;
		const delayMs = at === null || before === null ? null : at - before;
		before = at ?? before;
		return {
			from: /^\s*from\s+([^\s;]+)/i.exec(text)?.[1] ?? null,
			by: /\bby\s+([^\s;]+)/i.exec(text)?.[1] ?? null,
			at: at === null ? null : new Date(at).toISOString(),
			delayMs,
		};
	});
}

/** The public address that gave the message to the receiving servers: the topmost one; servers below may lie. */
export function clientOf(fields: readonly HeaderField[]): Client | null {
	for (const { name, raw } of fields) {
		if (name !== "received") continue;
		const text = unfolded(raw);
		const [word = "", helo = "", ...words] = text.trim().split(" ");
		if (word.toLowerCase() !== "from") continue;
		const by = words.findIndex((one) => one.toLowerCase() === "by");
		const client = (by < 0 ? words : words.slice(0, by)).join(" ");
		const ip = [...client.matchAll(/\[(?:IPv6:)?([\da-f:.]+)\]/gi)]
			.map(([, one = ""]) => one)
			.find((one) => isIP(one) !== 0 && isPublicAddress(one));
		if (ip !== undefined) return { ip, helo };
	}
	return null;
}

function unfolded(raw: string): string {
	return raw.slice(0, MAX_LENGTH).replace(/\s+/g, " ");
}
