import { withoutUnseen } from "#shared/mail/address-key.ts";
import { type DomainName, readDomainName } from "./domain-name.ts";
import { readIpLiteral } from "./ip-literal.ts";

/** An address that SMTP can carry (RFC 5321 §4.1.2; RFC 6531 with characters beyond ASCII). */
export interface ParsedAddress {
	/** The part before the last `@`, as written, with its quotes. */
	local: string;
	/** The local part without quotes and backslashes. */
	localText: string;
	isQuoted: boolean;
	/** Needs SMTPUTF8 (RFC 6531): the local part is not ASCII. */
	isInternational: boolean;
	/** Null: the address has an IP address in place of a domain. */
	domain: DomainName | null;
	/** Of an address literal: `user@[192.0.2.1]`. */
	ip: string | null;
}

/** What is wrong with an address that has no valid syntax. */
export type SyntaxProblem =
	| "no-at"
	| "too-long"
	| "local-empty"
	| "local-too-long"
	| "local-dots"
	| "local-characters"
	| "quotes"
	| "domain-empty"
	| "domain-characters"
	| "ip-address";

const MAX_ADDRESS_BYTES = 254;
const MAX_LOCAL_BYTES = 64;

/** Characters of an unquoted local part (RFC 5322 §3.2.3), and those beyond ASCII that RFC 6531 adds. */
const ATEXT = /^[\w!#$%&'*+/=?^`{|}~-]$/;
/** Within quotes, `"` and `\` only after a backslash. */
const QTEXT = /^[\x20-\x7e]$/;
/** Neither control characters nor spaces nor parts of a broken surrogate pair. */
const BEYOND_ASCII = /^[^\0-\u009f\p{Z}\p{Cn}\p{Cs}\p{Co}]$/u;

const bytes = (text: string): number => Buffer.byteLength(text, "utf8");

/**
 * Reads a bare address; comments and folding, which are for headers only, are not part of it.
 * @returns the parts of the address, or what is wrong with it
 */
export function parseAddress(text: string): ParsedAddress | SyntaxProblem {
	const local = text.startsWith('"') ? readQuoted(text) : readUnquoted(text);
	if (typeof local === "string") return local;
	const { raw } = local;
	const domainText = text.slice(raw.length + 1);
	if (withoutUnseen(raw) !== raw) return "local-characters";
	if (bytes(raw) > MAX_LOCAL_BYTES) return "local-too-long";
	if (domainText === "") return "domain-empty";
	const isLiteral = domainText.startsWith("[");
	const ip = isLiteral && domainText.endsWith("]") ? readIpLiteral(domainText.slice(1, -1)) : null;
	if (isLiteral && ip === null) return "ip-address";
	const domain = isLiteral ? null : readDomainName(domainText);
	if (!isLiteral && domain === null) return bytes(text) > MAX_ADDRESS_BYTES ? "too-long" : "domain-characters";
	// In the form that is sent: internationalized domains are longer in Punycode.
	if (bytes(raw) + 1 + (domain?.ascii ?? domainText).length > MAX_ADDRESS_BYTES) return "too-long";
	return {
		local: raw,
		localText: local.text,
		isQuoted: raw.startsWith('"'),
		isInternational: bytes(raw) !== raw.length,
		domain,
		ip,
	};
}

interface LocalPart {
	raw: string;
	/** Without quotes. */
	text: string;
}

/** RFC 5321 Dot-string. */
function readUnquoted(text: string): LocalPart | SyntaxProblem {
	const at = text.indexOf("@");
	if (at < 0) return "no-at";
	const raw = text.slice(0, at);
	if (raw === "") return "local-empty";
	if (raw.startsWith(".") || raw.endsWith(".") || raw.includes("..")) return "local-dots";
	for (const c of raw) if (c !== "." && !ATEXT.test(c) && !BEYOND_ASCII.test(c)) return "local-characters";
	return { raw, text: raw };
}

/** RFC 5321 Quoted-string, followed by `@`. */
function readQuoted(text: string): LocalPart | SyntaxProblem {
	let unquoted = "";
	for (let at = 1; at < text.length; ) {
		const c = String.fromCodePoint(text.codePointAt(at) ?? 0);
		if (c === '"') {
			if (text[at + 1] !== "@") return at + 1 === text.length ? "no-at" : "quotes";
			return { raw: text.slice(0, at + 1), text: unquoted };
		}
		const escaped = c === "\\" ? (text[at + 1] ?? "") : null;
		if (!(escaped === null ? QTEXT.test(c) || BEYOND_ASCII.test(c) : QTEXT.test(escaped))) return "quotes";
		unquoted += escaped ?? c;
		at += escaped === null ? c.length : 2;
	}
	return "quotes";
}
