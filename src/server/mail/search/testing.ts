import { parseAuthResults } from "#shared/mail/auth-results.ts";
import { momentOf, type Query } from "#shared/search/query.ts";
import { wordsOf } from "#shared/search/words.ts";
import type { FolderRole } from "../provider/provider.ts";
import type { Incoming } from "../store/insert.ts";
import { lexemesFor, namesLists, withoutUnsearchable } from "../text-index/words.ts";

/** A reference implementation of search that needs no database, and the mailbox that tests search. */

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

/**
 * Whether a message matches a query, evaluated slowly and without a database.
 * @param unsearchable value of a term that cannot be searched for: true inside a negation, so that it never matches
 */
export function matches(query: Query, message: Incoming, unsearchable = false): boolean {
	const { remote, content } = message;
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
			const words = content?.lexemes.split(" ") ?? [];
			const hasAll = lexemesFor(query).every(({ lexeme, isPrefix }) =>
				words.some((one) => (isPrefix ? one.startsWith(lexeme) : one === lexeme)),
			);
			if (!hasAll || !query.phrase || (query.field !== "any" && query.field !== "subject")) return hasAll;
			const phrase = wordsOf(query.text);
			const lines = [wordsOf(parsed.subject), ...(query.field === "any" ? [wordsOf(parsed.text)] : [])];
			const isRun = /\p{Script=Han}/u.test(phrase);
			return (
				lines.some((line) => (isRun ? line.includes(phrase) : ` ${line} `.includes(` ${phrase} `))) ||
				(!phrase.includes(" ") && !isRun)
			);
		}
		case "attachment":
			return parsed.attachments.length > 0;
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
			return people.some(({ email }) => email === query.email);
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
		case "label":
			return remote.labels.some((label) => label.toLowerCase() === query.name.toLowerCase());
	}
}

/** Whether the query still requires a list once its unsearchable terms are resolved. */
function needsLists(query: Query, isNegated: boolean): boolean {
	return namesLists(withoutUnsearchable(query, isNegated));
}
