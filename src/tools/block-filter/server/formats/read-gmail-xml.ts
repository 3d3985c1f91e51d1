import { readXml, type XmlElement, XmlError } from "#kernel/parse.ts";
import type { Condition } from "../../condition.ts";
import { UnsupportedRule } from "../../from-query.ts";
import { BadFile, draftFor, type FileRule, type FileRules, type RuleAction, simplified } from "./file-rule.ts";
import type { FilterLimits } from "./filter-limits.ts";
import { readGmail } from "./gmail-search.ts";

/**
 * Reads Gmail's filter export (`mailFilters.xml`): an Atom feed with one property list per filter. Runs in a worker thread.
 */

/** The title Gmail gives every filter; filters have no names there. */
const NAMELESS = "Mail Filter";

/** @param own the user's addresses, which `me` means @throws BadFile */
export function readGmailXml(
	xml: string,
	limits: Pick<FilterLimits, "elements">,
	own: readonly string[] = [],
): FileRules {
	const feed = feedOf(xml, limits.elements);
	const rules: FileRule[] = [];
	const skipped: FileRules["skipped"] = [];
	const entries = feed.children.filter((child) => localName(child) === "entry");
	for (const [n, entry] of entries.entries()) {
		const written = entry.children.find((child) => localName(child) === "title")?.text ?? "";
		const title = written === NAMELESS ? "" : written;
		try {
			rules.push(ruleOf(title, propertiesOf(entry), own));
		} catch (cause) {
			if (!(cause instanceof UnsupportedRule)) throw cause;
			skipped.push({ name: title || `Filter ${n + 1}`, reason: cause.message, line: null });
		}
	}
	return { rules, skipped };
}

function feedOf(xml: string, maxElements: number): XmlElement {
	try {
		const feed = readXml(xml, maxElements);
		if (localName(feed) === "feed") return feed;
	} catch (cause) {
		if (!(cause instanceof XmlError)) throw cause;
		throw new BadFile(`The file can't be read as XML: ${cause.message}. Export the filters from Gmail again.`);
	}
	throw new BadFile("The file is not a Gmail filter export: it is not a feed with entries.");
}

/** The name without its namespace prefix. */
function localName({ name }: XmlElement): string {
	return name.slice(name.indexOf(":") + 1);
}

function propertiesOf(entry: XmlElement): Properties {
	const properties = entry.children.filter((child) => localName(child) === "property");
	return new Map(
		properties.flatMap(({ attributes }) => {
			const name = attributes.get("name");
			return name === undefined ? [] : [[name, attributes.get("value") ?? ""] as const];
		}),
	);
}

type Properties = ReadonlyMap<string, string>;

function ruleOf(title: string, properties: Properties, own: readonly string[]): FileRule {
	const notes: string[] = [];
	const ruleAction = actionOf(properties, notes);
	return { draft: draftFor(title, conditionIn(properties, own), ruleAction), notes, error: null };
}

function conditionIn(properties: Properties, own: readonly string[]): Condition {
	const parts: Condition[] = [];
	for (const field of ["from", "to", "subject"] as const) {
		const value = properties.get(field)?.trim() ?? "";
		if (value !== "") parts.push(readGmail(field, value, own));
	}
	const has = properties.get("hasTheWord")?.trim() ?? "";
	if (has !== "") parts.push(readGmail("any", has, own));
	const without = properties.get("doesNotHaveTheWord")?.trim() ?? "";
	if (without !== "") {
		const one = readGmail("any", without, own);
		parts.push({ ...one, not: !one.not });
	}
	if (properties.get("hasAttachment") === "true") parts.push({ kind: "attachment", not: false });
	const size = sizeIn(properties);
	if (size !== null) parts.push(size);
	if (parts.length === 0) throw new UnsupportedRule("It has no condition.");
	return simplified({ kind: "all", not: false, parts });
}

const UNITS: Record<string, number> = { s_sb: 1, s_skb: 1_000, s_smb: 1_000_000 };

/** Gmail writes size properties into every filter, even without a size. */
function sizeIn(properties: Properties): Condition | null {
	const size = Number(properties.get("size") ?? "");
	const unit = UNITS[properties.get("sizeUnit") ?? "s_smb"];
	if (!Number.isFinite(size) || size <= 0 || unit === undefined) return null;
	const than = properties.get("sizeOperator") === "s_ss" ? "smaller" : "larger";
	return { kind: "size", than, bytes: Math.round(size * unit), not: false };
}

/** A filter here has one action: the most far-reaching one is used. */
function actionOf(properties: Properties, notes: string[]): RuleAction {
	const is = (name: string): boolean => properties.get(name) === "true";
	const label = properties.get("label")?.trim() ?? "";
	const forwardTo = properties.get("forwardTo")?.trim() ?? "";
	const ruleActions: [words: string, ruleAction: RuleAction][] = [];
	if (is("shouldTrash")) ruleActions.push(["delete it", { action: "delete" }]);
	if (label !== "") ruleActions.push([`label it “${label}”`, { action: "label", labelName: label }]);
	if (is("shouldArchive")) ruleActions.push(["archive it", { action: "archive" }]);
	if (forwardTo !== "") ruleActions.push([`forward it to ${forwardTo}`, { action: "forward", forwardTo }]);
	if (is("shouldStar")) ruleActions.push(["star it", { action: "star" }]);
	if (is("shouldMarkAsRead")) ruleActions.push(["mark it as read", { action: "mark_read" }]);
	const [first, ...others] = ruleActions;
	const unknown = unsupportedIn(properties);
	if (first === undefined)
		throw new UnsupportedRule(
			`It has no action that filters support${unknown[0] === undefined ? "" : `: in Gmail it would ${unknown[0]}`}.`,
		);
	const more = [...others.map(([words]) => words), ...unknown];
	if (more.length > 0) notes.push(`A filter has one action. In Gmail, this one would also ${more.join(" and ")}.`);
	if (first[1].action === "forward")
		notes.push("Gmail forwards automatically; here, a draft is created for you to send.");
	return first[1];
}

const UNKNOWN: Record<string, string> = {
	shouldNeverSpam: "never send it to spam",
	shouldAlwaysMarkAsImportant: "always mark it as important",
	shouldNeverMarkAsImportant: "never mark it as important",
	smartLabelToApply: "put it into a category",
};

/** Properties that are no actions, or are read above. */
const READ = new Set([
	...["from", "to", "subject", "hasTheWord", "doesNotHaveTheWord", "hasAttachment", "excludeChats"],
	...["size", "sizeOperator", "sizeUnit", "label", "forwardTo"],
	...["shouldTrash", "shouldArchive", "shouldStar", "shouldMarkAsRead"],
]);

/** What the filter also does in Gmail, in words; properties that are not known by their names. */
function unsupportedIn(properties: Properties): string[] {
	return [...properties].flatMap(([name, value]) => {
		if (READ.has(name) || value === "" || value === "false") return [];
		return [UNKNOWN[name] ?? `do what it calls “${name.slice(0, 100)}”`];
	});
}
