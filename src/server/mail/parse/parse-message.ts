import { type HeaderField, headerText } from "#shared/mail/headers.ts";
import { parseListUnsubscribe } from "#shared/mail/list-unsubscribe.ts";
import {
	type Address,
	type AttachmentFacts,
	type ListUnsubscribe,
	type ParsedMessage,
	TEXT_LIMIT,
} from "#shared/mail/message.ts";
import { checkOneClick } from "#shared/mail/one-click.ts";
import { previewOf } from "#shared/mail/preview.ts";
import { quotedSenderOf } from "#shared/mail/quoted-sender.ts";
import type { MessageBody } from "../provider/rtf.ts";
import { findingsOf } from "../trust/signals.ts";
import { contentFeaturesOf, MAX_HTML_LENGTH } from "./content-features.ts";
import { addressesOf, envelopeOf, MAX_ADDRESSES, storedHeaders } from "./envelope.ts";
import { incomingOf } from "./incoming-of.ts";
import { attachedMessagesText } from "./mime/attached-messages.ts";
import {
	type AttachmentSource,
	attachmentFacts,
	attachmentSources,
	shownContentIds,
	sourceContent,
} from "./mime/attachments.ts";
import { type BodyParts, partitionParts } from "./mime/body-parts.ts";
import { bodyHtml, type TextLimits } from "./mime/body-text.ts";
import { field, readHeaderSection } from "./mime/header-section.ts";
import { type StreamablePart, streamablePart } from "./mime/part-content.ts";
import { readSignedStructure } from "./mime/signed-parts.ts";
import type { MessageStructure } from "./mime/structure.ts";
import { tnefBodyIn, wholeHtml, wholeText } from "./mime/tnef-body.ts";
import { salvageMessage } from "./salvage.ts";
import { unsubscribeLinksInHtml, unsubscribeLinksInText } from "./unsubscribe-links.ts";

/** Limits for the store: enough bytes for `TEXT_LIMIT` characters in any encoding. */
const STORED: TextLimits = { bytes: 2 * 1024 * 1024, characters: TEXT_LIMIT };
/** The same for the reading pane. */
const READER: TextLimits = { bytes: 32 * 1024 * 1024, characters: 2_000_000, joinsSoftLines: true };
const MAX_SHOWN_LENGTH = 100_000;
/** Unsubscribe addresses kept, and characters of each. */
const MAX_METHODS = 50;
const MAX_METHOD_LENGTH = 8_000;

const LF = 10;
const CR = 13;

/** Everything that the reading pane shows of a message. */
export interface FullMessage {
	message: ParsedMessage;
	/** The HTML as sent (not sanitized), or null if there is only text. */
	html: string | null;
	/** The whole text, up to two million characters. */
	text: string;
	/** All headers in order, decoded on access. */
	readonly headers: { name: string; value: string }[];
	/** The first header of this lower-case name, decoded; null if there is none. */
	header(name: string): string | null;
	/** Decoded bytes of one attachment by its `index`; null if there is no such attachment. */
	content(index: number): Buffer | null;
	/** How to stream one attachment, by its `index`; null if that is not possible. */
	streamable(index: number): StreamablePart | null;
}

/** A message, and what only the search index needs. */
export interface ForStore {
	message: ParsedMessage;
	/** Text of attached messages, at most `TEXT_LIMIT` characters. */
	attachedText: string;
	/** Recipients beyond those that are stored. */
	moreRecipients: Address[];
}

/** One attachment with its bytes. */
export interface AttachmentContent {
	facts: AttachmentFacts;
	bytes: Buffer;
	/** As the message says; empty: it does not. */
	charset: string;
	/** What could not be decoded, as text. */
	problem: string | null;
}

interface Read {
	raw: Buffer;
	structure: MessageStructure;
	parts: BodyParts;
	sources: AttachmentSource[];
	/** Attachments that are not listed, see `attachmentSources`. */
	problems: string[];
	/** The body in a `winmail.dat`, where the message has no HTML. */
	tnef: MessageBody | null;
}

/**
 * Parses a message for the store. Never throws: what cannot be parsed is described in `damage`.
 * @param raw the whole message, RFC 5322 bytes
 */
export async function parseMessage(raw: Uint8Array): Promise<ParsedMessage> {
	return (await parseForStore(raw)).message;
}

/**
 * Like `parseMessage`, and also returns what only the search index needs. */
export async function parseForStore(raw: Uint8Array): Promise<ForStore> {
	try {
		const read = readParts(raw);
		const moreRecipients = ["to", "cc", "bcc"].flatMap((name) =>
			addressesOf(read.structure.fields, name).slice(MAX_ADDRESSES),
		);
		return { ...describe(read), moreRecipients };
	} catch (error) {
		return { message: salvageMessage(asBuffer(raw), faultOf(error)), attachedText: "", moreRecipients: [] };
	}
}

/**
 * Parses a header section fetched without its body: addresses, subject, date, and mailing list fields. Never throws.
 * @param raw the header section, RFC 5322 bytes
 */
export function parseHeader(raw: Uint8Array): ParsedMessage {
	try {
		const { fields } = readHeaderSection(asBuffer(raw), 0);
		const headers = storedHeaders(fields);
		const listUnsubscribe = unsubscribeOf(fields);
		const envelope = envelopeOf(fields);
		const incoming = incomingOf({ ...envelope, fields, text: "", root: null, raw: asBuffer(raw) });
		const message = { ...envelope, ...NO_BODY, incoming, headers, listUnsubscribe, sizeBytes: raw.length, damage: [] };
		return { ...message, trust: findingsOf({ message, html: null, text: "" }) };
	} catch (error) {
		return salvageMessage(asBuffer(raw), faultOf(error));
	}
}

const NO_BODY = { text: "", preview: "", hasHtml: false, quotedSender: null, contentFeatures: [], attachments: [] };

/** Parses a message for the reading pane: whole text, HTML, headers and attachments. Never throws. */
export async function parseFull(raw: Uint8Array): Promise<FullMessage> {
	try {
		const read = readParts(raw);
		const { message } = describe(read);
		return {
			message,
			text: wholeText(read, READER).text,
			html: message.hasHtml ? wholeHtml(read, READER.bytes) : null,
			get headers() {
				return read.structure.fields.map(({ name, raw: value }) => ({
					name,
					value: headerText(value.slice(0, MAX_SHOWN_LENGTH)),
				}));
			},
			header(name) {
				const found = read.structure.fields.find((one) => one.name === name);
				return found === undefined ? null : headerText(found.raw.slice(0, MAX_SHOWN_LENGTH));
			},
			content(index) {
				const source = read.sources[index];
				return source ? sourceContent(read.raw, source).bytes : null;
			},
			streamable(index) {
				const source = read.sources[index];
				return source === undefined || source.packed !== null ? null : streamablePart(read.raw, source.part);
			},
		};
	} catch (error) {
		const message = salvageMessage(asBuffer(raw), faultOf(error));
		const nothing = () => null;
		return { message, text: "", html: null, headers: [], header: nothing, content: nothing, streamable: nothing };
	}
}

/** A bug of ours must not stop an import: the message is stored with its first headers and the reason. */
function faultOf(error: unknown): string {
	return `The message could not be read: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * One attachment's metadata and decoded bytes.
 * @param index as in `ParsedMessage.attachments` of the same bytes
 * @returns null if there is no such attachment
 */
export async function attachmentContent(raw: Uint8Array, index: number): Promise<AttachmentContent | null> {
	const read = readParts(raw);
	const source = read.sources[index];
	if (!source) return null;
	const facts = attachmentFacts(read.raw, read.sources, shownIn(read))[index] as AttachmentFacts;
	const { bytes, problem } = sourceContent(read.raw, source);
	const charset = source.packed === null ? (source.part.params.charset ?? "") : "";
	return { facts: { ...facts, sizeBytes: bytes.length }, bytes, charset, problem };
}

/** The bytes to be parsed: as they are, or with LF for CR where no line ends in LF, so that all offsets stay. */
function asBuffer(bytes: Uint8Array): Buffer {
	const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (raw.includes(LF) || !raw.includes(CR)) return raw;
	return raw.map((byte) => (byte === CR ? LF : byte)) as Buffer;
}

function readParts(bytes: Uint8Array): Read {
	const raw = asBuffer(bytes);
	const structure = readSignedStructure(raw);
	const parts = partitionParts(structure.root);
	return { raw, structure, parts, ...attachmentSources(raw, parts), tnef: tnefBodyIn(raw, parts) };
}

/** Which attachments the HTML shows inline; the HTML is decoded only if an attachment could be shown. */
function shownIn(read: Read): Set<string> {
	if (!read.sources.some(({ part, packed }) => packed === null && part.contentId !== null)) return new Set();
	return shownContentIds(bodyHtml(read.raw, read.parts, STORED.bytes) ?? "");
}

function describe(read: Read): { message: ParsedMessage; attachedText: string } {
	const { fields, damage } = read.structure;
	const first = (name: string) => field(fields, name);
	const { text, problems } = wholeText(read, STORED);
	const attachedText = attachedMessagesText(read.raw, read.parts.attachments, TEXT_LIMIT);
	const envelope = envelopeOf(fields);
	const notes = [...damage, ...problems, ...read.problems];
	if (first("date") !== "" && envelope.date === null) notes.push("The date cannot be read");
	if (read.raw.length === 0) notes.push("The message is empty");
	const html = wholeHtml(read, MAX_HTML_LENGTH);
	const message = {
		...envelope,
		text,
		preview: previewOf(text) || previewOf(attachedText),
		hasHtml: read.parts.html.some((part) => part.type === "text/html") || Boolean(read.tnef?.html),
		quotedSender: quotedSenderOf(text),
		incoming: incomingOf({ ...read.structure, raw: read.raw, subject: envelope.subject, text, date: envelope.date }),
		contentFeatures: contentFeaturesOf({
			subject: envelope.subject,
			text,
			html,
			hasText: read.parts.text.some((part) => part.type === "text/plain"),
		}),
		attachments: attachmentFacts(read.raw, read.sources, shownIn(read)),
		listUnsubscribe: withLinks(unsubscribeOf(fields), read, text),
		headers: storedHeaders(fields),
		sizeBytes: read.raw.length,
		damage: [...new Set(notes)],
	};
	return { message: { ...message, trust: findingsOf({ message, html, text }) }, attachedText };
}

/** The unsubscribe methods that the header offers. */
function unsubscribeOf(fields: HeaderField[]): ListUnsubscribe | null {
	const offer = parseListUnsubscribe({
		unsubscribe: fields.filter(({ name }) => name === "list-unsubscribe").map(({ raw }) => raw),
		post: field(fields, "list-unsubscribe-post") || undefined,
		listId: field(fields, "list-id") || undefined,
	});
	const first = (list: string[]): string[] =>
		list.filter(({ length }) => length <= MAX_METHOD_LENGTH).slice(0, MAX_METHODS);
	return (
		offer && {
			...offer,
			urls: first(offer.urls),
			mailtos: first(offer.mailtos),
			...(offer.oneClick && { oneClickCheck: checkOneClick(fields) }),
		}
	);
}

/** If the header offers no unsubscribe method, searches the body for links. @param text of the body, see `bodyText` */
function withLinks(offer: ListUnsubscribe | null, read: Read, text: string): ListUnsubscribe | null {
	if (offer !== null && offer.urls.length + offer.mailtos.length > 0) return offer;
	let links = unsubscribeLinksInText(text);
	if (links.length === 0) links = unsubscribeLinksInHtml(bodyHtml(read.raw, read.parts, STORED.bytes) ?? "");
	if (links.length === 0) return offer;
	const short = links.filter(({ length }) => length <= MAX_METHOD_LENGTH).slice(0, MAX_METHODS);
	return { ...(offer ?? { urls: [], mailtos: [], oneClick: false, listId: null }), links: short };
}
