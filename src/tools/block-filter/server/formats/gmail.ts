import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import type { Condition } from "../../condition.ts";
import { UnsupportedRule } from "../../from-query.ts";
import { conditionOf, type Rule } from "../rule.ts";
import { BadFile, draftFor, type FileRule, type FileRules, type RuleAction, simplified } from "./file-rule.ts";
import { readGmail, writeGmail } from "./gmail-search.ts";

/** Gmail's filter export (`mailFilters.xml`): an Atom feed with one property list per filter. */

/** The title Gmail gives every filter; filters have no names there. */
const NAMELESS = "Mail Filter";

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const feed = z.object({
	feed: z.object({
		entry: z
			.array(
				z.object({
					title: z.unknown().optional(),
					property: z.array(z.object({ name: text, value: text.optional() })).default([]),
				}),
			)
			.default([]),
	}),
});

/** @throws BadFile */
export function readGmailXml(xml: string): FileRules {
	// A feed needs no DTD; entity expansion would let a small file grow without bound.
	if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new BadFile("The file has a DOCTYPE, which Gmail's exports never have.");
	const valid = XMLValidator.validate(xml);
	if (valid !== true) throw new BadFile(`The file is not XML: ${valid.err.msg} (line ${valid.err.line})`);
	const parser = new XMLParser({
		ignoreAttributes: false,
		attributeNamePrefix: "",
		removeNSPrefix: true,
		parseTagValue: false,
		parseAttributeValue: false,
		htmlEntities: true,
		isArray: (name) => name === "entry" || name === "property",
	});
	const read = feed.safeParse(treeOf(parser, xml));
	if (!read.success) throw new BadFile("The file is not a Gmail filter export: it is not a feed with entries.");
	const rules: FileRule[] = [];
	const skipped: FileRules["skipped"] = [];
	for (const [n, entry] of read.data.feed.entry.entries()) {
		const properties = new Map(entry.property.map(({ name, value }) => [name, value ?? ""]));
		const title = typeof entry.title === "string" && entry.title !== NAMELESS ? entry.title : "";
		try {
			rules.push(ruleOf(title, properties));
		} catch (cause) {
			if (!(cause instanceof UnsupportedRule)) throw cause;
			skipped.push({ name: title || `Filter ${n + 1}`, reason: cause.message, line: null });
		}
	}
	return { rules, skipped };
}

function treeOf(parser: XMLParser, xml: string): unknown {
	try {
		return parser.parse(xml);
	} catch {
		throw new BadFile("The file is nested too deeply.");
	}
}

type Properties = ReadonlyMap<string, string>;

function ruleOf(title: string, properties: Properties): FileRule {
	const notes: string[] = [];
	const ruleAction = actionOf(properties, notes);
	return { draft: draftFor(title, conditionIn(properties), ruleAction), notes, error: null };
}

function conditionIn(properties: Properties): Condition {
	const parts: Condition[] = [];
	for (const field of ["from", "to", "subject"] as const) {
		const value = properties.get(field)?.trim() ?? "";
		if (value !== "") parts.push(readGmail(field, value));
	}
	const has = properties.get("hasTheWord")?.trim() ?? "";
	if (has !== "") parts.push(readGmail("any", has));
	const without = properties.get("doesNotHaveTheWord")?.trim() ?? "";
	if (without !== "") {
		const one = readGmail("any", without);
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
	if (first === undefined) throw new UnsupportedRule(`It has no action that filters support${elsewhere(properties)}.`);
	if (others.length > 0)
		notes.push(
			`A filter has one action. In Gmail, this one would also ${others.map(([words]) => words).join(" and ")}.`,
		);
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

function elsewhere(properties: Properties): string {
	const found = Object.entries(UNKNOWN).find(([name]) => properties.has(name) && properties.get(name) !== "false");
	return found === undefined ? "" : `: in Gmail it would ${found[1]}`;
}

/** All rules that Gmail can express; the others are named in comments. */
export function writeGmailXml(rules: readonly Rule[], now: Date): string {
	const entries = rules.map((rule) => {
		try {
			return entryOf(rule, now);
		} catch (cause) {
			if (!(cause instanceof UnsupportedRule)) throw cause;
			return `\t<!-- ${comment(`${rule.name}: ${cause.message}`)} -->\n`;
		}
	});
	return `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
	<title>Mail Filters</title>
	<updated>${now.toISOString()}</updated>
${entries.join("")}</feed>
`;
}

function entryOf(rule: Rule, now: Date): string {
	if (!rule.isActive) throw new UnsupportedRule("It is inactive, and Gmail's filters are always active.");
	const properties = [...conditionProperties(conditionOf(rule)), ...actionProperties(rule)];
	return `	<entry>
		<category term='filter'></category>
		<title>${escaped(rule.name)}</title>
		<id>tag:mail.google.com,2008:filter:${rule.id}</id>
		<updated>${now.toISOString()}</updated>
		<content></content>
${properties.map(([name, value]) => `\t\t<apps:property name='${name}' value='${escaped(value)}'/>\n`).join("")}	</entry>
`;
}

function conditionProperties(one: Condition): [name: string, value: string][] {
	const search = writeGmail(one);
	const field = /^(from|to|subject):/.exec(search)?.[1];
	if (one.not || field === undefined) return [["hasTheWord", search]];
	return [[field, search.slice(field.length + 1)]];
}

function actionProperties({ action, labelName, folderName }: Rule): [name: string, value: string][] {
	switch (action) {
		case "delete":
		case "block":
			return [["shouldTrash", "true"]];
		case "archive":
			return [["shouldArchive", "true"]];
		case "label":
			return [["label", labelName ?? ""]];
		case "move":
			return [
				["label", folderName ?? ""],
				["shouldArchive", "true"],
			];
		case "star":
			return [["shouldStar", "true"]];
		case "mark_read":
			return [["shouldMarkAsRead", "true"]];
		case "forward":
			throw new UnsupportedRule("It creates a draft, but Gmail would forward the mail automatically.");
	}
}

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", '"': "&quot;" };

function escaped(value: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have them in any way
	return value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "").replace(/[&<>'"]/g, (c) => NAMED[c] ?? c);
}

function comment(value: string): string {
	return escaped(value).replaceAll("--", "- -");
}
