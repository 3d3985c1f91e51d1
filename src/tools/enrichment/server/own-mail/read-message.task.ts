import { readVcards } from "#kernel/card-parsing.ts";
import { type FullMessage, parseFull, readHeaderSection } from "#kernel/parse.ts";
import { peopleOf } from "#shared/calendar/people.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { ownWords } from "#shared/mail/quoted-text.ts";
import { personName } from "../names.ts";
import type { Finding } from "../observation.ts";
import { readSignature, type Sender } from "../signature/signature.ts";
import { findingsOf } from "./card-findings.ts";
import { organizationIn } from "./organization-header.ts";
import { readSignOffs } from "./sign-offs.ts";

/** Attachments of a message that are read, and bytes of each. */
const MAX_CARDS = 5;
const MAX_CARD_BYTES = 512 * 1024;
/** Characters in which sign-offs are looked for. */
const MAX_SIGNED_TEXT = 100_000;
/** Characters of a fact. */
const MAX_VALUE = 300;

/** Reads what a message says about its sender: signature, vCards about the sender, invitations. */
export default async function readMessage(raw: Buffer, sender: Sender): Promise<Finding[]> {
	const full = await parseFull(raw);
	if (full.message.from.email.toLowerCase() !== sender.email) return [];
	const isAbsence = full.message.incoming?.kind === "absence";
	const fromText = readSignature(full.text, sender).map((one) =>
		isAbsence ? { ...one, kind: "out-of-office" as const } : one,
	);
	const found = [...fromText, ...fromHeader(raw), ...fromSignOffs(full, sender), ...fromAttachments(full, sender)];
	return found.filter(({ value }) => value.length <= MAX_VALUE);
}

function fromHeader(raw: Buffer): Finding[] {
	const company = organizationIn(readHeaderSection(raw, 0).fields);
	return company === null ? [] : [{ field: "company", value: company, kind: "organization-header" }];
}

/** Patches name who made them. */
function fromSignOffs({ text }: FullMessage, sender: Sender): Finding[] {
	return readSignOffs(ownWords(text.slice(0, MAX_SIGNED_TEXT)), sender).map((one) => ({ ...one, kind: "sign-off" }));
}

function fromAttachments({ message, content }: FullMessage, { email }: Sender): Finding[] {
	const cards = message.attachments.filter(
		({ contentType, filename, sizeBytes }) =>
			sizeBytes <= MAX_CARD_BYTES &&
			(/vcard|directory|calendar/i.test(contentType) || /\.(?:vcf|ics)$/i.test(filename)),
	);
	return cards.slice(0, MAX_CARDS).flatMap(({ index }): Finding[] => {
		const bytes = content(index) ?? Buffer.alloc(0);
		const text = bytes.toString("utf8");
		if (/^\s*BEGIN:VCALENDAR/i.test(text)) {
			const names = peopleOf(text).flatMap((one) =>
				addressKey(one.email) === email ? (personName(one.name) ?? []) : [],
			);
			return names.slice(0, 1).map((value) => ({ field: "fullName", value, kind: "invitation" }));
		}
		// Someone else's card says nothing about the sender.
		const own = [...readVcards(bytes)].filter(({ emails }) => emails.some((one) => addressKey(one) === email));
		return own.flatMap(findingsOf).map((found) => ({ ...found, kind: "vcard" }));
	});
}
