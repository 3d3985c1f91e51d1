import { parseAddress } from "#shared/mail/addresses.ts";
import { personName } from "../names.ts";
import type { Source } from "../source.ts";
import { fetchText, NOTHING, type Services, seenAt } from "./request.ts";

/** The name in the OpenPGP key of an address; the key server publishes verified addresses only. */
export const openpgp = (services: Pick<Services, "openpgp">): Source => ({
	id: "openpgp",
	isRemote: true,
	async ask(ctx, question) {
		const path = `/vks/v1/by-email/${encodeURIComponent(question.email)}`;
		const armored = await fetchText(ctx, services.openpgp + path, question);
		const names = armored === null ? [] : userIds(armored).map(parseAddress);
		const own = names.find(({ email }) => email.toLowerCase() === question.email);
		const fullName = personName(own?.name ?? "");
		return fullName === null
			? NOTHING
			: seenAt("openpgp", `https://keys.openpgp.org/search?q=${encodeURIComponent(question.email)}`, ctx.now(), {
					fullName,
				});
	},
});

const USER_ID = 13;

/** The user ids of an armored key (RFC 9580 §4.2, §5.11). Never throws: what is damaged is left out. */
export function userIds(armored: string): string[] {
	const body =
		/-----BEGIN PGP PUBLIC KEY BLOCK-----\r?\n(?:[^\r\n]+\r?\n)*\r?\n([\s\S]*?)(?:\n=|-----END)/.exec(armored)?.[1] ??
		"";
	const bytes = Buffer.from(body.replace(/\s+/g, ""), "base64");
	const found: string[] = [];
	for (let at = 0; at < bytes.length; ) {
		const packet = packetAt(bytes, at);
		if (packet === null) break;
		if (packet.tag === USER_ID) found.push(bytes.subarray(packet.start, packet.end).toString("utf8"));
		at = packet.end;
	}
	return found;
}

function packetAt(bytes: Buffer, at: number): { tag: number; start: number; end: number } | null {
	const head = bytes[at] ?? 0;
	if ((head & 0x80) === 0) return null;
	const isNew = (head & 0x40) !== 0;
	const tag = isNew ? head & 0x3f : (head >> 2) & 0x0f;
	const size = isNew ? newLength(bytes, at + 1) : oldLength(bytes, at + 1, head & 0x03);
	if (size === null) return null;
	const end = size.start + size.length;
	return end > bytes.length ? null : { tag, start: size.start, end };
}

function newLength(bytes: Buffer, at: number): { start: number; length: number } | null {
	const first = bytes[at];
	const second = bytes[at + 1] ?? 0;
	if (first === undefined || (first >= 224 && first < 255)) return null;
	if (first < 192) return { start: at + 1, length: first };
	if (first < 224) return { start: at + 2, length: ((first - 192) << 8) + second + 192 };
	return at + 5 > bytes.length ? null : { start: at + 5, length: bytes.readUInt32BE(at + 1) };
}

function oldLength(bytes: Buffer, at: number, kind: number): { start: number; length: number } | null {
	const width = [1, 2, 4][kind];
	return width === undefined || at + width > bytes.length
		? null
		: { start: at + width, length: bytes.readUIntBE(at, width) };
}
