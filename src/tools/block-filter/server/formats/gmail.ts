import type { Condition } from "../../condition.ts";
import { UnsupportedRule } from "../../from-query.ts";
import { conditionOf, type Rule } from "../rule.ts";
import { writeGmail } from "./gmail-search.ts";

/** Writes Gmail's filter export (`mailFilters.xml`): an Atom feed with one property list per filter. */

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
