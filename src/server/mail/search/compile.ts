import { addressKey } from "#shared/mail/address-key.ts";
import { momentOf, namesFolders, type Query } from "#shared/search/query.ts";
import { storable } from "../../db/storable.ts";
import { badRequest } from "../../errors.ts";
import { accountLexeme } from "../store/postgres-index.ts";
import { isRole } from "../store/read/folders.ts";
import type { IncompleteAccount } from "../text-index/text-index.ts";
import {
	hasExclusion,
	hasOrder,
	isAboutWords,
	isFindable,
	namesLists,
	needsBody,
	orderedWords,
	tsqueryOf,
	withoutUnsearchable,
} from "../text-index/words.ts";
import { distrusted } from "../trust/distrusted.ts";
import { hasRecipient, OWN_ADDRESS, spellingsOf } from "./recipients.ts";

/** Collects a statement's values and numbers them `$1`, `$2`, … */
export class Parameters {
	readonly values: unknown[] = [];
	private readonly first: number;
	constructor(first = 1) {
		this.first = first;
	}
	add(value: unknown): string {
		this.values.push(typeof value === "string" ? storable(value) : value);
		return `$${this.first + this.values.length - 1}`;
	}
}

export interface Scope {
	ownerId: string;
	/** Null: all accounts of the owner. */
	accountIds: readonly string[] | null;
	/** A folder's role or id; null excludes spam and trash, unless the query names folders. */
	folder: string | null;
	/** Epoch milliseconds. */
	now: number;
	/** Many owners share the index, so each search is narrowed to the accounts' own lexemes. */
	isShared: boolean;
	/** Only these messages, a few hundred at most: each is checked directly instead of searching the index. */
	ids?: readonly string[];
	/** Set when an index outside of the database finds words. */
	found?: FoundWords;
}

/** What an index outside of the database found. */
export interface FoundWords {
	/** Ids of the messages that match a part about words. */
	idsOf(part: Query): readonly string[];
	/** Accounts whose older messages are not indexed yet: it is unknown which words they have. */
	incomplete: readonly IncompleteAccount[];
}

/** A query as SQL fragments. `e` is the row of `emails`. */
export interface Compiled {
	parameters: Parameters;
	/** SQL of the owner and of the array of account ids. */
	owner: string;
	accounts: string;
	/** Calls `mail_hits` for a necessary condition; null when no word narrows the search. @param limit SQL, or `null` */
	hits: ((limit: string, until?: string) => string) | null;
	/** Boolean over `e` for conditions that the hits do not cover; null when they cover all. */
	rest: string | null;
	/** Boolean over `e` for the folders. */
	folders: string;
	/** Set when the folders are everything, or everything except spam and trash. */
	isEverywhere: "all" | "visible" | null;
	/** The tsquery's parameter, to check single rows of `email_search`. */
	words: string | null;
	/** With `found`: the words that narrow the search. No condition covers them. */
	wordsQuery: Query | null;
	/** The time range implied by the whole query, in epoch milliseconds: since (inclusive) and until (exclusive). */
	span: [since: number, until: number];
	/** Array of the ids that the search is limited to. */
	ids: string | null;
}

/**
 * Maximum number of words whose messages are all fetched from the index, however many they are, because the query
 * excludes them or combines them with a condition that the index does not cover.
 */
const MAX_FETCHED = 10;

/** Compiles a query to SQL for a scope. Every value becomes a parameter. @throws AppError 400 `bad-query` */
export function compile(query: Query, scope: Scope, firstParameter = 1): Compiled {
	const parameters = new Parameters(firstParameter);
	const owner = `${parameters.add(scope.ownerId)}::text`;
	const accounts =
		scope.accountIds === null
			? `coalesce((select array_agg(id) from connected_accounts where owner_id = ${owner} and status <> 'deleting'), '{}')`
			: `${parameters.add(scope.accountIds)}::uuid[]`;
	const ids = scope.ids === undefined ? null : `${parameters.add(scope.ids)}::uuid[]`;
	const builder = new Builder(parameters, owner, accounts, scope);
	const searchable = withoutUnsearchable(query);
	const conjuncts = searchable.kind === "and" ? searchable.parts : [searchable];
	const aboutWords = conjuncts.filter(isAboutWords);
	const canFind = aboutWords.some(isFindable);
	const isOutside = scope.found !== undefined;
	const rest = conjuncts.filter((part) => !canFind || !isAboutWords(part) || (hasOrder(part) && !isOutside));
	const words = canFind && !isOutside ? builder.words(aboutWords) : null;
	const hits = (limit: string, before?: string): string => {
		// Computed here, because a statement must use every parameter that it is given.
		const [since, until] = spanOf(conjuncts, scope.now).map((at) => builder.date(at)) as [string, string];
		const end = before === undefined ? until : `least(${until}, ${before})`;
		return `mail_hits(${owner}, ${accounts}, ${words}, ${aboutWords.some(hasExclusion)}, ${since}, ${end}, ${limit})`;
	};
	const conditions = rest.map((part) => (canFind && isAboutWords(part) ? builder.inOrder(part) : builder.mail(part)));
	return {
		parameters,
		owner,
		accounts,
		words,
		wordsQuery: canFind && isOutside ? { kind: "and", parts: aboutWords } : null,
		span: spanOf(conjuncts, scope.now),
		ids,
		hits: words === null ? null : hits,
		rest: conditions.length === 0 ? null : conditions.join(" and "),
		...foldersOf(query, scope.folder, parameters),
	};
}

function spanOf(conjuncts: readonly Query[], now: number): [since: number, until: number] {
	let [since, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
	for (const part of conjuncts) {
		const bound = boundOf(part, now);
		if (bound === null) continue;
		if (bound.isUpper) until = Math.min(until, bound.at);
		else since = Math.max(since, bound.at);
	}
	return [since, until];
}

function foldersOf(
	query: Query,
	folder: string | null,
	parameters: Parameters,
): Pick<Compiled, "folders" | "isEverywhere"> {
	if (folder !== null)
		return {
			folders: `e.${isRole(folder) ? "folder_role" : "folder_id"} = ${parameters.add(folder)}`,
			isEverywhere: null,
		};
	if (namesFolders(query)) return { folders: "true", isEverywhere: "all" };
	return { folders: "e.folder_role not in ('spam', 'trash')", isEverywhere: "visible" };
}

/** Common names of roles. */
const ROLE_NAMES: Record<string, string> = { junk: "spam", bin: "trash", draft: "drafts" };

class Builder {
	private readonly parameters: Parameters;
	private readonly owner: string;
	private readonly accounts: string;
	private readonly scope: Scope;
	private fetched = 0;

	constructor(parameters: Parameters, owner: string, accounts: string, scope: Scope) {
		this.parameters = parameters;
		this.owner = owner;
		this.accounts = accounts;
		this.scope = scope;
	}

	/** A parameter with the tsquery of all these parts. */
	words(parts: readonly Query[]): string {
		const text = parts.map(tsqueryOf).join(" & ");
		const { accountIds, isShared } = this.scope;
		if (!isShared || accountIds === null || accountIds.length === 0) return `${this.parameters.add(text)}::tsquery`;
		const own = accountIds.map((id) => `'${accountLexeme(id)}'`).join(" | ");
		return `${this.parameters.add(`(${own}) & ${text}`)}::tsquery`;
	}

	/** SQL of a time; may be infinite. */
	date(at: number): string {
		if (!Number.isFinite(at)) return at < 0 ? "'-infinity'::timestamptz" : "'infinity'::timestamptz";
		return `${this.parameters.add(new Date(at).toISOString())}::timestamptz`;
	}

	/**
	 * Boolean over `e`: the words that the index found occur in the order that the phrases require. A scalar subquery
	 * instead of EXISTS, which the planner would turn into a join that reads the texts of the whole mailbox.
	 */
	inOrder(part: Query): string {
		return `(select ${this.inRow(part)} from email_search s where s.owner_id = e.owner_id
			and s.account_id = e.account_id and s.email_id = e.id)`;
	}

	/** Boolean over `s` of `email_search`, for a part that is about words. */
	private inRow(part: Query): string {
		switch (part.kind) {
			case "and":
			case "or":
				return `(${part.parts.map((one) => this.inRow(one)).join(` ${part.kind} `)})`;
			case "text": {
				const words = orderedWords(part);
				if (words === null) return `s.lexemes @@ ${this.parameters.add(tsqueryOf(part))}::tsquery`;
				const where = part.field === "subject" ? String.raw`split_part(s.body_words, E'\n', 1)` : "s.body_words";
				return `strpos(${where}, ${this.parameters.add(words)}) > 0`;
			}
			default:
				return `s.lexemes @@ ${this.parameters.add(tsqueryOf(part))}::tsquery`;
		}
	}

	/** Boolean over `e` for any part. Words become a set of ids that is computed once. */
	mail(part: Query): string {
		if (isAboutWords(part) && isFindable(part)) return this.amongHits(part);
		switch (part.kind) {
			case "and":
			case "or":
				if (part.parts.length === 0) return part.kind === "and" ? "true" : "false";
				if (part.kind === "or") return this.either(part.parts);
				return `(${part.parts.map((one) => this.mail(one)).join(" and ")})`;
			case "not": {
				// A message whose body is not fetched or indexed yet may contain anything.
				const isKnown = needsBody(part.part) ? `e.raw_sha256 is not null and ${this.isIndexed()}` : "";
				const isLooked = namesLists(part.part) ? "e.list_key is not null and " : "";
				return `(${isKnown}${isLooked}not ${this.mail(part.part)})`;
			}
			case "text":
				return this.amongHits(part);
			case "pattern":
				return this.pattern(part);
			case "attachment":
				return "e.has_attachments";
			case "size":
				return `e.size_bytes ${part.than === "larger" ? ">" : "<"} ${this.parameters.add(part.bytes)}`;
			case "age":
			case "date": {
				const bound = boundOf(part, this.scope.now) as Bound;
				return `e.received_date ${bound.isUpper ? "<" : ">="} ${this.date(bound.at)}`;
			}
			case "is":
				return `${part.value ? "" : "not "}e.is_${part.flag}`;
			case "in":
				return this.folder(part.folder);
			case "label":
				return `e.labels && array(select name from email_labels where owner_id = ${this.owner}
					and lower(name) = lower(${this.parameters.add(part.name)}))`;
			case "address":
				return part.field === "from"
					? `e.sender_email = ${this.parameters.add(addressKey(part.email))}`
					: this.recipient(part.email);
			case "own":
				return part.field === "from" ? `lower(e.sender_email) = ${OWN_ADDRESS}` : hasRecipient(OWN_ADDRESS);
			case "domain":
				return this.domains([part.domain]);
			case "category":
				// Never null, so that negation also finds mail without a category.
				return `(e.category is not null and e.category = ${this.parameters.add(part.category)})`;
			case "list":
				return this.list(part);
			case "auth":
				return UNCONFIRMED;
			case "suspicious":
				return distrusted("e");
		}
	}

	/** Only ASCII letters are the same in both cases, as in Sieve's default comparison (RFC 4790 §9.2). */
	private pattern({ field, pattern }: Query & { kind: "pattern" }): string {
		const like = `like ${this.parameters.add(likeOf(pattern))}::text`;
		const is = (text: string): string => `lower((${text}) collate "C") ${like}`;
		if (field === "to" || field === "cc" || field === "bcc")
			return `exists (select from jsonb_array_elements(e.recipients -> '${field}') as one where ${is("one ->> 'email'")})`;
		const columns = { subject: "e.subject", from: "e.sender_email", name: "e.sender_name" };
		const isColumn = field === "subject" || field === "from" || field === "name";
		return is(isColumn ? columns[field] : `coalesce(e.headers ->> '${field.replaceAll("_", "-")}', '')`);
	}

	/** Words find candidates, but do not show where an address ends. */
	private recipient(email: string): string {
		const value = this.parameters.add(addressKey(email));
		const at = email.lastIndexOf("@");
		// The index has what was written.
		const parts = spellingsOf(email.slice(at + 1)).map(
			(domain): Query => ({ kind: "text", field: "to", text: `${email.slice(0, at)}@${domain}`, phrase: true }),
		);
		return `(${this.mail({ kind: "or", parts })} and ${hasRecipient(value)})`;
	}

	/** Rules name senders and their domains by the hundred: these are looked up together. */
	private either(parts: readonly Query[]): string {
		const domains = parts.flatMap((part) => (part.kind === "domain" ? [part.domain] : []));
		const senders = parts.flatMap((part) => (isSender(part) ? [addressKey(part.email)] : []));
		const others = parts.filter((part) => part.kind !== "domain" && !isSender(part));
		const conditions = others.map((part) => this.mail(part));
		if (domains.length > 0) conditions.push(this.domains(domains));
		if (senders.length > 0) conditions.push(`e.sender_email = any(${this.parameters.add(senders)}::text[])`);
		return `(${conditions.join(" or ")})`;
	}

	/** The distinct senders are few and listed in their own table, so mail is found by their addresses. */
	private domains(domains: readonly string[]): string {
		const names = [...new Set(domains.flatMap(spellingsOf))];
		const list = `${this.parameters.add(names)}::text[]`;
		// For each host, the suffixes with as many labels as one of the names.
		const lengths = [...new Set(names.map((name) => name.split(".").length))];
		const ends = lengths.map((n) => `array_to_string(h.labels[cardinality(h.labels) - ${n - 1}:], '.') = any(${list})`);
		return `e.sender_email = any(array(select distinct s.sender_email from sender_stats s cross join lateral
			(select string_to_array(split_part(s.sender_email, '@', -1), '.') as labels offset 0) h
			where s.owner_id = ${this.owner} and s.account_id = any(${this.accounts}) and strpos(s.sender_email, '@') > 0
				and (${ends.join(" or ")})))`;
	}

	private list({ by, name }: Query & { kind: "list" }): string {
		const isOnList = "e.list_key is not null and e.list_key <> ''";
		if (by === "any") return `(${isOnList})`;
		const value = this.parameters.add(name);
		const holds = by === "key" ? `e.list_key = ${value}` : `strpos(e.list_key, ${value}) > 0`;
		return `(${isOnList} and ${holds})`;
	}

	/** Boolean over `e`, followed by `and`: the message is not one that is still to be indexed. */
	private isIndexed(): string {
		const conditions = (this.scope.found?.incomplete ?? []).map(({ accountId, from }) => {
			const isOther = `e.account_id <> ${this.parameters.add(accountId)}::uuid`;
			if (from === null) return `${isOther} and `;
			const { date, id } = from;
			return `(${isOther} or (e.received_date, e.id) >= (${this.parameters.add(date)}::timestamptz, ${this.parameters.add(id)}::uuid)) and `;
		});
		return conditions.join("");
	}

	private amongHits(part: Query): string {
		const { found } = this.scope;
		if (found === undefined && this.scope.ids !== undefined) return `coalesce(${this.inOrder(part)}, false)`;
		if (++this.fetched > MAX_FETCHED) {
			const sentence = `A search can exclude at most ${MAX_FETCHED} words, and combine at most ${MAX_FETCHED} with other conditions by OR.`;
			throw badRequest("bad-query", sentence, { q: sentence });
		}
		if (found !== undefined) return `e.id = any(${this.parameters.add(found.idsOf(part))}::uuid[])`;
		const words = this.words([part]);
		const hits = `mail_hits(${this.owner}, ${this.accounts}, ${words}, ${hasExclusion(part)}, '-infinity', 'infinity', null) h`;
		if (!hasOrder(part)) return `e.id in (select h.email_id from ${hits})`;
		return `e.id in (select h.email_id from ${hits} join email_search s on s.owner_id = ${this.owner}
			and s.account_id = h.account_id and s.email_id = h.email_id where ${this.inRow(part)})`;
	}

	private folder(name: string): string {
		const word = name.toLowerCase();
		if (word === "anywhere" || word === "all") return "true";
		const role = ROLE_NAMES[word] ?? word;
		if (role !== "custom" && isRole(role)) return `e.folder_role = ${this.parameters.add(role)}`;
		return `(e.account_id, e.folder_id) in (select account_id, id from email_folders where owner_id = ${this.owner}
			and lower(folder_name) = lower(${this.parameters.add(name)}))`;
	}
}

/**
 * The receiving server's authentication results, without comments and quoted strings, which a sender could forge. DMARC
 * decides about the sender; without it, a failure is SPF or DKIM failing and neither passing: forwarders and mailing
 * lists break one of them all the time.
 */
const RESULTS = String.raw`regexp_replace(lower(e.headers ->> 'authentication-results'), '"[^"]*"|\(([^()]|\([^()]*\))*\)', ' ', 'g')`;
const resultMatches = (method: string, verdict: string): string =>
	String.raw`${RESULTS} ~ '(^|;)\s*${method}\s*=\s*${verdict}\M'`;
const UNCONFIRMED = `coalesce(${resultMatches("dmarc", "fail")} or (not ${resultMatches("(dmarc|spf|dkim)", "pass")}
	and ${resultMatches("(spf|dkim)", "(fail|hardfail|softfail|permerror)")}), false)`;

/** A pattern of the search language as one of LIKE. */
function likeOf(pattern: string): string {
	const tokens = pattern.match(/\\[\s\S]|[\s\S]/g) ?? [];
	const translated = tokens.map((token) => {
		if (token === "*") return "%";
		if (token === "?") return "_";
		return (token.length > 1 ? token.slice(1) : token).replace(/[%_\\]/, "\\$&");
	});
	return translated.join("").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isSender(part: Query): part is Query & { kind: "address" } {
	return part.kind === "address" && part.field === "from";
}

interface Bound {
	/** Epoch milliseconds. */
	at: number;
	/** True: before `at`; false: from `at` on. */
	isUpper: boolean;
}

function boundOf(part: Query, now: number): Bound | null {
	if (part.kind === "date") return { at: part.at, isUpper: part.than === "before" };
	if (part.kind !== "age") return null;
	return { at: momentOf(part.count, part.unit, now), isUpper: part.than === "older" };
}
