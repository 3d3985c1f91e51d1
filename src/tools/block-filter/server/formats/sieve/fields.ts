import { PATTERN_FIELDS, type PatternField } from "#shared/search/query.ts";
import type { Condition, Leaf } from "../../../condition.ts";
import { addressCondition, UnsupportedRule } from "../../../from-query.ts";
import type { Test } from "./parse.ts";
import { exactly, grouped, keysOf, type Reading, type ReadTest, stringsOf, tagsOf } from "./reading.ts";

/** Tests of header fields as patterns, which compare letter by letter as Sieve does (RFC 5228 §2.7). */

type MatchType = "is" | "contains" | "matches";
type Part = "all" | "domain" | "localpart";

const RECIPIENTS = ["to", "cc", "bcc"];
/** Fields of one address or text, which are kept as they were sent. */
const KEPT = new Set<string>(
	PATTERN_FIELDS.filter((field) => !["subject", "from", "name", ...RECIPIENTS].includes(field)),
);
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?";
const ADDRESS = new RegExp(`^[^\\s@<>",;:()\\[\\]*?\\\\]+@(?:${LABEL}\\.)*${LABEL}$`, "u");

/** @throws UnsupportedRule */
export function fieldCondition(test: Test, reading: Reading): ReadTest {
	const [written = []] = stringsOf(test);
	reading.check(stringsOf(test).flat());
	const headers = written.map((name) => name.toLowerCase());
	if (test.name === "exists") return existing(headers, reading);
	if (tagsOf(test).has("mime")) return attachmentIn(headers, test);
	const type = matchTypeOf(test);
	const keys = keysOf(test);
	if (stringsOf(test).length < 2 || headers.length === 0 || keys.length === 0)
		throw new UnsupportedRule("It names no header, or no text to search for in it.");
	if (reading.isOwn && type === "contains" && test.name === "header")
		return grouped(
			"any",
			keys.flatMap((key) => headers.map((header) => exactly(asWords(header, key)))),
		);
	const part = partOf(test);
	const isDomain = part === "domain" && type === "matches" && headers.join() === "from" && domainIn(keys);
	if (isDomain) return exactly({ kind: "domain", value: isDomain, not: false });
	if (test.name === "address" && part === "all" && type === "is" && RECIPIENTS.every((one) => headers.includes(one)))
		return grouped("any", [
			...keys.map((key) => (ADDRESS.test(key) ? exactly({ kind: "to", value: key, not: false }) : unreadable(key))),
			...headers
				.filter((header) => !RECIPIENTS.includes(header))
				.flatMap((header) => keys.map((key) => inAddress(header, key, type, part))),
		]);
	const read = headers.flatMap((header) =>
		keys.map((key) => (test.name === "address" ? inAddress(header, key, type, part) : inHeader(header, key, type))),
	);
	return grouped("any", read);
}

function unreadable(key: string): never {
	throw new UnsupportedRule(`It compares with “${key}”, which filters can't do exactly.`);
}

/** @throws UnsupportedRule for comparisons other than the default one, which ignores the case of ASCII letters */
function matchTypeOf(test: Test): MatchType {
	const tags = tagsOf(test);
	const comparator = test.arguments.findIndex((one) => one.type === "tag" && one.name === "comparator");
	const named = test.arguments[comparator + 1];
	const isDefault = comparator < 0 || (named?.type === "strings" && named.values[0] === "i;ascii-casemap");
	const others = ["regex", "count", "value", "list", "index", "last", "user", "detail", "anychild"];
	if (!isDefault || others.some((tag) => tags.has(tag)))
		throw new UnsupportedRule("It uses a comparison that filters don't support.");
	if (tags.has("matches")) return "matches";
	return tags.has("contains") ? "contains" : "is";
}

function partOf(test: Test): Part {
	const tags = tagsOf(test);
	if (tags.has("domain")) return "domain";
	return tags.has("localpart") ? "localpart" : "all";
}

/** A domain with its subdomains, as the export writes it. */
function domainIn(keys: readonly string[]): string | false {
	const [first = "", second] = keys;
	return keys.length === 2 && second === `*.${first}` && /^[^*?\\]+$/.test(first) && first;
}

/** @throws UnsupportedRule for patterns that filters don't keep as they are, or that match a missing field */
function globOf(key: string, type: MatchType): string {
	const text = key.replace(/[\\*?]/g, "\\$&");
	const glob = type === "is" ? text : type === "contains" ? `*${text}*` : key;
	const isEmpty = key === "" || (type === "matches" && /^\**$/.test(key));
	if (isEmpty || glob !== glob.trim() || /\\$/.test(glob.replace(/\\[\s\S]/g, ""))) return unreadable(key);
	return glob;
}

function pattern(field: PatternField, value: string, not = false): Leaf {
	return { kind: "pattern", field, value, not };
}

function inAddress(header: string, key: string, type: MatchType, part: Part): ReadTest {
	const glob = globOf(key, type);
	const whole = part === "domain" ? `*@${glob}` : part === "localpart" ? `${glob}@*` : glob;
	if (header === "from") {
		const isAddress = part === "all" && type === "is" && ADDRESS.test(key);
		return exactly(isAddress ? { kind: "sender", value: key, not: false } : pattern("from", whole));
	}
	if (header === "to" || header === "cc" || header === "bcc") return exactly(pattern(header, whole));
	const field = keptField(header);
	// `Name <address>`, or the address alone.
	const alone = pattern(field, whole);
	const isLiteral = part === "all" && type === "is";
	const bare: Condition = isLiteral ? alone : { kind: "all", not: false, parts: [alone, pattern(field, "*<*", true)] };
	return grouped("any", [exactly(pattern(field, `*<${whole}>`)), exactly(bare)]);
}

function inHeader(header: string, key: string, type: MatchType): ReadTest {
	const glob = globOf(key, type);
	if (header === "subject") return exactly(pattern("subject", glob));
	if (header === "from" || header === "to" || header === "cc" || header === "bcc") return inPeople(header, key, type);
	return exactly(pattern(keptField(header), glob));
}

/** Names and addresses are kept apart, so only texts that can stand in one of them are compared. */
function inPeople(header: "from" | "to" | "cc" | "bcc", key: string, type: MatchType): ReadTest {
	if (type === "is") {
		if (header !== "from" || !ADDRESS.test(key)) return unreadable(key);
		const sender: Condition = { kind: "sender", value: key, not: false };
		return exactly({ kind: "all", not: false, parts: [sender, pattern("name", "?*", true)] });
	}
	const inner = type === "contains" ? key : (/^\*([^*?\\]+)\*$/.exec(key)?.[1] ?? null);
	if (inner !== null && !/[<>"\\]/.test(inner)) {
		const address = pattern(header, globOf(inner, "contains"));
		if (header === "from")
			return grouped("any", [exactly(address), exactly(pattern("name", globOf(inner, "contains")))]);
		// The names of recipients are not compared.
		return { condition: address, wider: inner.includes("@") ? address : null };
	}
	return header === "from" ? betweenBrackets(globOf(key, type), key) : unreadable(key);
}

/** A text with a bracket of an address, as in `Name <address>`: it is there where a name is. */
function betweenBrackets(glob: string, key: string): ReadTest {
	const isOpen = /^\*+</.test(glob);
	const isClosed = />\**$/.test(glob);
	const text = glob.replace(/^\*+</, "").replace(/>\**$/, "");
	const isAnchored = (isOpen || text.startsWith("*")) && (isClosed || text.endsWith("*"));
	// A star could also stand for a part of the name.
	const isPlain = (isOpen && isClosed) || !/[*?\\]/.test(text.slice(1, -1));
	if ((!isOpen && !isClosed) || !isAnchored || !isPlain || /[<>"]/.test(text) || /^\**$/.test(text))
		return unreadable(key);
	const address = pattern("from", text);
	return { condition: { kind: "all", not: false, parts: [address, pattern("name", "?*")] }, wider: address };
}

/** @throws UnsupportedRule */
function keptField(header: string): PatternField {
	const field = header.replaceAll("-", "_");
	if (!KEPT.has(field)) throw new UnsupportedRule(`It tests the header “${header}”.`);
	return field as PatternField;
}

function existing(headers: readonly string[], { isOwn }: Reading): ReadTest {
	if (isOwn) return exactly({ kind: "list", value: "", not: false });
	const missing = headers.find((header) => !KEPT.has(header.replaceAll("-", "_")));
	if (missing !== undefined || headers.length === 0)
		throw new UnsupportedRule(`It tests whether a header exists: “${missing ?? ""}”.`);
	const parts = headers.map((header) => pattern(keptField(header), "?*"));
	return exactly({ kind: "all", not: false, parts });
}

/** The usual way for scripts to test for attachments (RFC 5703 §4). */
function attachmentIn(headers: readonly string[], test: Test): ReadTest {
	const isAttachment = headers.join() === "content-disposition" && keysOf(test).join() === "attachment";
	if (isAttachment && tagsOf(test).has("anychild")) return exactly({ kind: "attachment", not: false });
	throw new UnsupportedRule("It tests the headers of message parts.");
}

/** A text of the export, which stands for words. */
function asWords(header: string, key: string): Condition {
	if (header === "subject") return { kind: "subject", value: key.trim(), not: false };
	if (header === "list-id") return { kind: "list", value: key.toLowerCase(), not: false };
	return addressCondition(header === "from" ? "sender" : "to", key);
}
