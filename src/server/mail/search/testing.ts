import fc from "fast-check";
import { addressKey } from "#shared/mail/address-key.ts";
import { parseAuthResults } from "#shared/mail/auth-results.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import { momentOf, type Query } from "#shared/search/query.ts";
import { queryTokens } from "#shared/search/tokens.ts";
import { wordsOf } from "#shared/search/words.ts";
import type { FolderRole } from "../provider/provider.ts";
import type { Incoming } from "../store/insert.ts";
import { lexemesFor, namesLists, withoutUnsearchable } from "../text-index/words.ts";
import { judge, NO_RELATIONS } from "../trust/verdict.ts";

/** A reference implementation of search that needs no database, random searches, and the mailbox that tests search. */

/** The mailbox's address. */
export const OWN = "bob@example.net";
/** Time at which the searches run. */
export const now = Date.UTC(2024, 5, 15);
/** By folder id. */
export const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["trash", "trash"],
	["spam", "spam"],
	["Projects/Work", "custom"],
]);

const lists = ["", "list:news.x.org", "from:shop@mail.x.org", null];
/** List assigned to a message, by its provider id. */
export const listOf = (id: string): string | null => lists[Number(id) % 4] ?? null;
/** Category assigned to a message, by its provider id. */
export const categoryOf = (id: string): string | null => [null, "promotions", "social"][Number(id) % 3] ?? null;

/** A message, and the text of its attachments. */
export type SearchedMessage = Incoming & { attachmentText?: string };

/**
 * Whether a message matches a query, evaluated slowly and without a database.
 * @param unsearchable value of a term that cannot be searched for: true inside a negation, so that it never matches
 */
export function matches(query: Query, message: SearchedMessage, unsearchable = false): boolean {
	const { remote, content, attachmentText = "" } = message;
	const parsed = content?.message;
	if (parsed === undefined) return false;
	switch (query.kind) {
		case "and":
			return query.parts.every((part) => matches(part, message, unsearchable));
		case "or":
			return query.parts.some((part) => matches(part, message, unsearchable));
		case "not":
			return (
				(listOf(remote.id) !== null || !needsLists(query.part, !unsearchable)) &&
				!matches(query.part, message, !unsearchable)
			);
		case "text": {
			if (lexemesFor(query).length === 0) return unsearchable;
			const words = [...(content?.lexemes.split(" ") ?? []), ...queryTokens(attachmentText)];
			const hasAll = lexemesFor(query).every(({ lexeme, isPrefix }) =>
				words.some((one) => (isPrefix ? one.startsWith(lexeme) : one === lexeme)),
			);
			if (!hasAll || !query.phrase || (query.field !== "any" && query.field !== "subject")) return hasAll;
			const phrase = wordsOf(query.text);
			const lines = [
				wordsOf(parsed.subject),
				...(query.field === "any" ? [wordsOf(parsed.text), wordsOf(attachmentText)] : []),
			];
			const isRun = /\p{Script=Han}/u.test(phrase);
			return (
				lines.some((line) => (isRun ? line.includes(phrase) : ` ${line} `.includes(` ${phrase} `))) ||
				(!phrase.includes(" ") && !isRun)
			);
		}
		case "pattern": {
			const people = { from: [parsed.from], to: parsed.to, cc: parsed.cc, bcc: parsed.bcc };
			const { field } = query;
			const texts =
				field === "subject"
					? [parsed.subject]
					: field === "name"
						? [parsed.from.name]
						: field === "from" || field === "to" || field === "cc" || field === "bcc"
							? people[field].map(({ email }) => email)
							: [parsed.headers[field.replaceAll("_", "-")] ?? ""];
			return texts.some((text) => patternRegExp(query.pattern).test(text));
		}
		case "attachment":
			return parsed.attachments.some(({ isInline }) => !isInline);
		case "size":
			return query.than === "larger" ? parsed.sizeBytes > query.bytes : parsed.sizeBytes < query.bytes;
		case "age": {
			const at = momentOf(query.count, query.unit, now);
			return query.than === "older" ? (remote.receivedAt ?? 0) < at : (remote.receivedAt ?? 0) >= at;
		}
		case "date":
			return query.than === "before" ? (remote.receivedAt ?? 0) < query.at : (remote.receivedAt ?? 0) >= query.at;
		case "is":
			return remote.flags[query.flag] === query.value;
		case "in":
			if (query.folder === "anywhere") return true;
			return (
				query.folder.toLowerCase() ===
				(query.folder.includes("/") ? remote.folderId.toLowerCase() : roles.get(remote.folderId))
			);
		case "address": {
			const people = query.field === "from" ? [parsed.from] : [...parsed.to, ...parsed.cc, ...parsed.bcc];
			return people.some(({ email }) => addressKey(email) === addressKey(query.email));
		}
		case "own": {
			const people = query.field === "from" ? [parsed.from] : [...parsed.to, ...parsed.cc, ...parsed.bcc];
			return people.some(({ email }) => addressKey(email) === OWN);
		}
		case "domain":
			return parsed.from.email.endsWith(`@${query.domain}`) || parsed.from.email.endsWith(`.${query.domain}`);
		case "category":
			return categoryOf(remote.id) === query.category;
		case "list": {
			const key = listOf(remote.id);
			if (query.by === "any") return key !== null && key !== "";
			return query.by === "key" ? key === query.name : (key?.includes(query.name) ?? false);
		}
		case "auth": {
			const found = parseAuthResults(parsed.headers["authentication-results"] ?? "");
			if (found?.dmarc) return found.dmarc.verdict === "fail";
			const verdicts = [found?.spf?.verdict, found?.dkim?.verdict];
			return verdicts.includes("fail") && !verdicts.includes("pass");
		}
		case "suspicious":
			return isDistrusted(judge(parsed.trust, parsed.from, NO_RELATIONS).verdict);
		case "label":
			return remote.labels.some((label) => label.toLowerCase() === query.name.toLowerCase());
	}
}

function patternRegExp(pattern: string): RegExp {
	const source = pattern.replace(/\\([\s\S])|([*?])|[.+^${}()|[\]]/g, (one, escaped, wild) => {
		if (wild !== undefined) return wild === "*" ? "[^]*" : "[^]";
		return (escaped ?? one).replace(/[\\*?.+^${}()|[\]]/, "\\$&");
	});
	return new RegExp(`^${source}$`, "i");
}

/** Whether the query still requires a list once its unsearchable terms are resolved. */
function needsLists(query: Query, isNegated: boolean): boolean {
	return namesLists(withoutUnsearchable(query, isNegated));
}

/** Words that list mail does not have, and conditions on everything but words. */
const FIXED = [
	...["日本", '"東京都"', '"会議"', "cafe", "CAFÉ", "strasse", "naive", "€50", "C++", "C#", "100%", "👍", "→"],
	...["ελληνικα", "договор", '"grusse aus"', '"creme brulee"', "subject:invo", "subject:日本", '"annual report"'],
	...["is:unread", "is:read", "is:starred", "is:answered", "label:receipts", "in:trash", "in:inbox"],
	...["newer_than:3m", "older_than:200d", "after:2024-01-31", "before:2024-03-01T12:00:00Z", "has:attachment"],
	...['subject_is:"*report*"', 'from_is:"*@x.org"', 'to_is:"?*@*.org"', 'name_is:"Ann*"', 'subject_is:"*50\\\\%*"'],
	...[
		"larger:3k",
		"smaller:1k",
		"filename:pdf",
		"from:<ann@x.org>",
		"to:example.org",
		"domain:example.org",
		"to:me",
		"from:me",
		"***",
	],
];
/** More are refused when they are excluded, see `compile.ts`. */
const MOST_TERMS = 10;

/** Random searches for what a mailbox has: words, prefixes, phrases, fields, addresses, flags, NOT, OR and brackets. */
export function randomSearches(mail: readonly SearchedMessage[]): fc.Arbitrary<string> {
	const written = fc.oneof(
		{ weight: 5, arbitrary: fromMail(mail) },
		{ weight: 3, arbitrary: fc.constantFrom(...FIXED) },
	);
	const { tree } = fc.letrec<{ tree: Written; term: Written; and: Written; or: Written; not: Written }>((tie) => ({
		term: written.map((text) => ({ text, terms: 1 })),
		and: fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((parts) => combined(parts, " ")),
		or: fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((parts) => combined(parts, " OR ")),
		not: tie("tree").map(({ text, terms }) => ({ text: `-${text.startsWith("-") ? `(${text})` : text}`, terms })),
		tree: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie("term"), tie("and"), tie("or"), tie("not"), tie("term")),
	}));
	return fc
		.tuple(fc.array(tree, { minLength: 1, maxLength: 3 }), fc.constantFrom(" ", " ", " OR "))
		.map(([parts, by]) => ({ ...combined(parts, by), text: parts.map(({ text }) => text).join(by) }))
		.filter(({ terms }) => terms <= MOST_TERMS)
		.map(({ text }) => text);
}

interface Written {
	text: string;
	terms: number;
}

function combined(parts: readonly Written[], by: string): Written {
	const terms = parts.reduce((sum, part) => sum + part.terms, 0);
	return { text: `(${parts.map(({ text }) => text).join(by)})`, terms };
}

/** A term about a random message. */
function fromMail(mail: readonly SearchedMessage[]): fc.Arbitrary<string> {
	return fc.tuple(fc.nat(), fc.nat(), fc.nat(8)).map(([m, at, kind]) => {
		const { content, attachmentText } = mail[m % mail.length] ?? {};
		const { message } = content ?? {};
		const body = at % 3 === 0 && attachmentText !== undefined ? attachmentText : (message?.text ?? "");
		const text = kind === 0 || kind === 4 ? (message?.subject ?? "") : body;
		const words = text
			.split(/[\s"()<>]+/)
			.filter((word) => queryTokens(word).length > 0 && !/^[A-Za-z_]+:|^-/.test(word));
		const from = at % Math.max(1, words.length);
		const [first = "usrp", second = "", third = ""] = words.slice(from, from + 3);
		const sender = message?.from.email ?? "";
		const isPlain = /^[a-z0-9.+-]+@[a-z0-9.-]+$/.test(sender);
		if (kind === 1) return `"${[first, second, third].join(" ").trim()}"`;
		if (kind === 2) return Array.from(first).slice(0, 4).join("");
		if (kind === 3) return `from:${sender || "ann"}`;
		if (kind === 4) return `subject:${queryTokens(first)[0] ?? "usrp"}`;
		if (kind === 5 && isPlain) return `from:<${sender}>`;
		if (kind === 6 && isPlain) return `domain:${sender.split("@")[1]}`;
		if (kind === 7) return `subject:"${message?.subject.replaceAll('"', "") ?? "usrp"}"`;
		return first;
	});
}
