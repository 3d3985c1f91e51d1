import { itemOf, type RecordFinding, type RecordItem } from "./finding.ts";
import { NoAnswer, type Records } from "./records.ts";
import { isSpf, readSpfTerms, type SpfTerm } from "./spf-record.ts";

/** RFC 7208 §4.6.4 */
const MAX_LOOKUPS = 10;
const MAX_VOID_LOOKUPS = 2;
const MAX_MX = 10;
/** Terms that are followed, so that the count beyond ten is real but a hostile record ends. */
const FOLLOWED = 30;

/** Terms whose evaluation asks the DNS. */
const ASKING: ReadonlySet<SpfTerm["kind"]> = new Set(["include", "a", "mx", "ptr", "exists", "redirect"]);

export interface SpfTree {
	/** Null: there is no record. */
	record: string | null;
	items: RecordItem[];
	lookups: number;
	voidLookups: number;
	/** Permanent errors (RFC 7208 §2.6.7): receivers ignore the record. */
	problems: string[];
	/** What is no error, but hardly meant. */
	notes: string[];
	/** Questions that got no answer. */
	failures: string[];
	/** Of the `all` that ends the record, redirects followed; null: none. */
	all: SpfTerm["qualifier"] | null;
	usesPtr: boolean;
}

interface Walk {
	dns: Records;
	tree: SpfTree;
	/** Domains that lead to the current record. */
	path: string[];
}

/** Reads a domain's SPF record with everything that it includes. @throws NoAnswer for the record itself */
export async function readSpfTree(dns: Records, domain: string): Promise<SpfTree> {
	const tree: SpfTree = {
		...{
			record: null,
			items: [],
			lookups: 0,
			voidLookups: 0,
			problems: [],
			notes: [],
			failures: [],
			all: null,
			usesPtr: false,
		},
	};
	const records = (await dns.texts(domain)).filter(isSpf);
	if (records.length > 1) tree.problems.push(`There are ${records.length} SPF records; only one is allowed.`);
	const [record] = records;
	if (record === undefined || records.length > 1) return { ...tree, record: record ?? null };
	tree.record = record;
	tree.all = await readRecord({ dns, tree, path: [domain] }, record);
	if (tree.lookups > MAX_LOOKUPS)
		tree.problems.push(`The record needs ${tree.lookups} DNS lookups; ${MAX_LOOKUPS} are allowed.`);
	if (tree.voidLookups > MAX_VOID_LOOKUPS)
		tree.problems.push(`${tree.voidLookups} lookups find nothing; ${MAX_VOID_LOOKUPS} are allowed.`);
	return tree;
}

/** @returns the qualifier of the `all` that ends this record */
async function readRecord(walk: Walk, record: string): Promise<SpfTree["all"]> {
	const { tree, path } = walk;
	const depth = path.length - 1;
	const terms = readSpfTerms(record);
	// RFC 7208 §6.1: a redirect is ignored where there is an `all`.
	const all = terms.find(({ kind, problem }) => kind === "all" && problem === null);
	let redirected: SpfTree["all"] = null;
	for (const [at, term] of terms.entries()) {
		if (term.problem !== null) {
			tree.problems.push(`“${term.text}”: ${term.problem}`);
			tree.items.push(itemOf(term.text, "fail", term.problem, depth));
			continue;
		}
		const note = noteOf(term, all !== undefined && at > terms.indexOf(all));
		if (note !== null) {
			// What others publish is theirs to correct.
			if (depth === 0) tree.notes.push(`“${term.text}”: ${note}`);
			tree.items.push(itemOf(term.text, "warn", note, depth));
			continue;
		}
		if (term.kind === "ptr") tree.usesPtr = true;
		if (!ASKING.has(term.kind) || (term.kind === "redirect" && all !== undefined)) {
			tree.items.push(itemOf(term.text, "pass", "", depth));
			continue;
		}
		tree.lookups += 1;
		if (tree.lookups > FOLLOWED) continue;
		const result = await follow(walk, term);
		if (term.kind === "redirect") redirected = result;
	}
	return all?.qualifier ?? redirected;
}

/** Receivers pass over it without an error. */
function noteOf(term: SpfTerm, isBehindAll: boolean): string | null {
	const meant = /^(?:include|a|mx|ptr|ip4|ip6|exists)(?==)/i.exec(term.text)?.[0];
	if (meant !== undefined) return `This is ignored. “${meant}:” was probably meant.`;
	// RFC 7208 §5.1, of mechanisms only.
	if (!isBehindAll || ["exp", "redirect", "unknown"].includes(term.kind)) return null;
	return "This is ignored, because it follows “all”.";
}

async function follow(walk: Walk, term: SpfTerm): Promise<SpfTree["all"]> {
	const { tree, path } = walk;
	const depth = path.length - 1;
	const item = itemOf(term.text, "pass", "", depth);
	tree.items.push(item);
	const domain = (term.value === "" ? (path.at(-1) ?? "") : term.value).replace(/\.$/, "").toLowerCase();
	if (domain.includes("%")) {
		item.detail = "Depends on the message.";
		return null;
	}
	try {
		if (term.kind === "include" || term.kind === "redirect") return await followRecord(walk, { item, domain });
		await followAddresses(walk, { term, item, domain });
	} catch (cause) {
		if (!(cause instanceof NoAnswer)) throw cause;
		item.state = "error";
		item.detail = cause.message;
		tree.failures.push(cause.message);
	}
	return null;
}

async function followRecord(
	{ dns, tree, path }: Walk,
	{ item, domain }: { item: RecordItem; domain: string },
): Promise<SpfTree["all"]> {
	const fail = (detail: string): null => {
		item.state = "fail";
		item.detail = detail;
		tree.problems.push(`“${item.label}”: ${detail}`);
		return null;
	};
	if (path.includes(domain)) return fail("The record includes itself.");
	const texts = await dns.texts(domain);
	if (texts.length === 0) tree.voidLookups += 1;
	const records = texts.filter(isSpf);
	const [record] = records;
	// RFC 7208 §5.2, §6.1: a permanent error.
	if (record === undefined) return fail("There is no SPF record.");
	if (records.length > 1) return fail("There is more than one SPF record.");
	item.detail = record;
	return readRecord({ dns, tree, path: [...path, domain] }, record);
}

async function followAddresses(
	{ dns, tree }: Walk,
	{ term, item, domain }: { term: SpfTerm; item: RecordItem; domain: string },
): Promise<void> {
	if (term.kind === "ptr") {
		item.state = "warn";
		item.detail = "“ptr” should not be used (RFC 7208 §5.5).";
		return;
	}
	if (term.kind === "mx") {
		const hosts = await dns.records(domain, "MX");
		if (hosts.length > MAX_MX) {
			item.state = "fail";
			tree.problems.push(`“${term.text}”: ${hosts.length} mail servers; ${MAX_MX} are allowed.`);
		}
		item.detail = hosts.map(({ exchange }) => exchange).join(", ");
		if (hosts.length === 0) countVoid(tree, item);
		return;
	}
	// `exists` asks for IPv4 only (RFC 7208 §5.7).
	const four = await dns.records(domain, "A");
	const six = four.length === 0 && term.kind === "a" ? await dns.records(domain, "AAAA") : [];
	item.detail = [...four, ...six].join(", ");
	if (four.length + six.length === 0) countVoid(tree, item);
}

function countVoid(tree: SpfTree, item: RecordItem): void {
	tree.voidLookups += 1;
	item.state = "warn";
	item.detail = "Nothing was found.";
}

/** What a record is worth. */
export function judgeSpf(domain: string, tree: SpfTree): RecordFinding {
	const { record, items, problems, notes, failures, all, lookups, usesPtr } = tree;
	const [problem] = problems;
	if (record === null && problem === undefined)
		return {
			...{ state: "fail", detail: "There is no SPF record: receivers can't tell which servers may send." },
			fix: `Publish a TXT record for ${domain}, such as “v=spf1 mx -all”.`,
		};
	if (problem !== undefined)
		return { state: "fail", detail: problem, fix: "Correct the record: receivers ignore one with an error.", items };
	if (all === "+")
		return {
			...{ state: "fail", detail: "“+all” authorizes any server to send for this domain.", items },
			fix: "End the record with “-all” or “~all”.",
		};
	if (failures.length > 0) return { state: "error", detail: failures[0] ?? "", items };
	const count = `${lookups} of ${MAX_LOOKUPS} lookups`;
	if (all === null || all === "?")
		return {
			...{ state: "warn", detail: `The record does not say what to do with other servers (${count}).`, items },
			fix: "End the record with “-all” or “~all”.",
		};
	const [note] = notes;
	if (note !== undefined) return { state: "warn", detail: note, fix: "Correct the record.", items };
	if (usesPtr)
		return {
			state: "warn",
			detail: `The record uses “ptr”, which is deprecated (${count}).`,
			fix: "Remove “ptr”.",
			items,
		};
	const end = all === "-" ? "Other servers are refused" : "Other servers are suspicious";
	return { state: "pass", detail: `${end} (${all}all, ${count}).`, items };
}
