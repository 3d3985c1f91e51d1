import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { fieldOf } from "#shared/mail/mime-parts.ts";
import type { Received } from "#test/smtp-sink.ts";

/** A campaign's message as its recipient got it. */
export interface Mail {
	to: string;
	messageId: string;
	subject: string;
	/** Of List-Unsubscribe. */
	link: string;
	raw: string;
}

export function mailOf({ to, raw }: Received): Mail {
	const { fields } = parseHeaderBlock(raw.slice(0, raw.indexOf("\r\n\r\n") + 2));
	const text = (name: string): string => fieldOf(fields, name);
	const link = /<(http[^>]+)>/.exec(text("list-unsubscribe").replace(/\s/g, ""))?.[1] ?? "";
	const messageId = /<([^<>]+)>/.exec(text("message-id"))?.[1] ?? "";
	return { to: to[0] ?? "", messageId, subject: text("subject"), link, raw };
}

/** Addresses of tracked links and of the invisible picture in a message's HTML, in its order. */
export function trackedLinks(mail: Mail | undefined): string[] {
	const raw = (mail?.raw ?? "").replace(/=\r\n/g, "").replace(/=3D/g, "=");
	return [...raw.matchAll(/(?:href|src)="(http[^"]+\/(?:links|opens)\/[^"]+)"/g)].map(([, link = ""]) => link);
}
