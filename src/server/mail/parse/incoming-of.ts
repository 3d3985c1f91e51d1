import { mayBeReport, readDeliveryReport } from "#shared/mail/delivery-report.ts";
import type { HeaderField } from "#shared/mail/headers.ts";
import { decideIncoming, type Incoming, senderOf } from "#shared/mail/incoming.ts";
import { typeWithMethod } from "#shared/mail/read-incoming.ts";
import { field } from "./mime/header-section.ts";
import type { Part } from "./mime/structure.ts";

/** Reports return a large message after their own parts. */
const MAX_REPORT_BYTES = 256 * 1024;

interface Facts {
	fields: HeaderField[];
	subject: string;
	text: string;
	/** Epoch milliseconds. */
	date: number | null;
	/** Null: only the header is known. */
	root: Part | null;
	raw: Buffer;
}

/** What a message is; null: a person's. */
export function incomingOf({ fields, subject, text, date, root, raw }: Facts): Incoming | null {
	const types = [field(fields, "content-type").toLowerCase(), ...(root === null ? [] : typesOf(root))];
	const report =
		root !== null && mayBeReport(fields, types)
			? readDeliveryReport(raw.toString("latin1", 0, MAX_REPORT_BYTES))
			: null;
	const facts = { fields, subject, from: senderOf(fields), text, types, report, date };
	const incoming = decideIncoming(facts);
	return incoming.kind === "person" ? null : incoming;
}

function typesOf(part: Part): string[] {
	return [typeWithMethod(part), ...part.children.flatMap(typesOf)];
}
