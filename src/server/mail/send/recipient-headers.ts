import { formatAddress, parseAddressList } from "../../../shared/mail/addresses.ts";
import { parseHeaderBlock } from "../../../shared/mail/headers.ts";
import type { Address } from "../../../shared/mail/message.ts";

export interface Recipients {
	to: Address[];
	cc: Address[];
	bcc: Address[];
}

/** Recipients named in a header section. @param header one code unit per byte */
export function recipientsOf(header: string): Recipients {
	const { fields } = parseHeaderBlock(header);
	const list = (wanted: string): Address[] =>
		fields
			.filter(({ name }) => name === wanted)
			.flatMap(({ raw }) => parseAddressList(raw))
			.filter(({ email }) => email !== "");
	return { to: list("to"), cc: list("cc"), bcc: list("bcc") };
}

/**
 * The header section with To, Cc and Bcc replaced. Fields without addresses are left out.
 * @param header one code unit per byte, ending with CRLF
 */
export function withRecipients(header: string, recipients: Recipients): string {
	const otherFields = header.replace(/^(?:to|cc|bcc)[ \t]*:.*(?:\r?\n[ \t].*)*\r?\n/gim, "");
	const lines = (["To", "Cc", "Bcc"] as const).map((name) => {
		const list = recipients[name.toLowerCase() as keyof Recipients];
		// One address per line: RFC 5322 §2.1.1 limits lines to 998 characters.
		return list.length === 0 ? "" : `${name}: ${list.map(written).join(",\r\n ")}\r\n`;
	});
	return lines.join("") + otherFields;
}

/** Names beyond ASCII are left out; addresses beyond it are UTF-8 (RFC 6532), one code unit per byte. */
function written({ name, email }: Address): string {
	const isAscii = [...name].every((character) => character >= " " && character <= "~");
	return String.fromCharCode(...new TextEncoder().encode(formatAddress({ name: isAscii ? name : "", email })));
}
