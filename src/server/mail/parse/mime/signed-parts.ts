import { nameOf } from "./body-parts.ts";
import { signedContent } from "./cms.ts";
import { readHeaderSection } from "./header-section.ts";
import { partContent } from "./part-content.ts";
import { type MessageStructure, type Part, readStructure } from "./structure.ts";

/** Signatures around signatures, and such parts in a message. */
const MAX_DEPTH = 3;
const MAX_PARTS = 50;

/**
 * The structure of a message with what its S/MIME parts hold: opaque signed data (RFC 8551 §3.5.2) has the signed part as its child. An
 * encrypted part stays a file. Signatures are not verified.
 */
export function readSignedStructure(raw: Buffer, depth = 0): MessageStructure {
	const structure = readStructure(raw);
	const damage = new Set(structure.damage);
	let count = 0;
	const open: Part[] = [structure.root];
	for (let part = open.pop(); part !== undefined && count < MAX_PARTS; part = open.pop()) {
		for (const child of part.children) open.push(child);
		if (depth >= MAX_DEPTH || !maySign(part)) continue;
		count++;
		const content = signedContent(asBer(partContent(raw, part).bytes));
		if (content === null || !isEntity(content)) continue;
		const inner = readSignedStructure(content, depth + 1);
		for (const note of inner.damage) damage.add(note);
		place(inner.root, content);
		inner.root.parent = part;
		part.children = [inner.root];
	}
	return { ...structure, damage: [...damage] };
}

function maySign(part: Part): boolean {
	if (part.isMultipart || part.params["smime-type"]?.toLowerCase() === "enveloped-data") return false;
	return /^application\/(?:x-)?pkcs7-mime$/.test(part.type) || /\.p7m$/i.test(nameOf(part));
}

/** Some gateways lose the transfer encoding. */
function asBer(bytes: Buffer): Buffer {
	return bytes[0] === 0x4d ? Buffer.from(bytes.toString("latin1"), "base64") : bytes;
}

/** Whether it is a part of a message and not a signed file. */
function isEntity(content: Buffer): boolean {
	return readHeaderSection(content, 0).fields.some(({ name }) => name === "content-type");
}

/** Says of a part and all in it which bytes they are in. */
function place(part: Part, bytes: Buffer): void {
	part.bytes ??= bytes;
	for (const child of part.children) place(child, bytes);
}
