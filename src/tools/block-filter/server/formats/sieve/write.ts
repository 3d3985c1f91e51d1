import { brand } from "#shared/brand.ts";
import type { PatternField } from "#shared/search/query.ts";
import { type Condition, isGroup, type Leaf } from "../../../condition.ts";
import { UnsupportedRule } from "../../../from-query.ts";
import { conditionOf, type Rule } from "../../rule.ts";
import { ownScript } from "./own-script.ts";

/** Rules as a Sieve script (RFC 5228), where possible; the others are named in comments. */
export function writeSieve(rules: readonly Rule[]): string {
	const needs = new Set<string>();
	const blocks = rules.map((rule) => {
		const own = new Set<string>();
		try {
			const test = testOf(conditionOf(rule), own);
			const action = actionOf(rule, own);
			for (const one of own) needs.add(one);
			const condition = rule.isActive ? test : `allof (false, ${test})`;
			return `# rule:[${line(rule.name)}]\nif ${condition} {\n\t${action}\n\tstop;\n}\n`;
		} catch (cause) {
			if (!(cause instanceof UnsupportedRule)) throw cause;
			return `# ${line(rule.name)}: ${line(cause.message)}\n`;
		}
	});
	const require = needs.size === 0 ? "" : `require [${[...needs].sort().map(string).join(", ")}];\n\n`;
	const head = blocks.some((block) => block.includes("\nif ")) ? `${ownScript()}\n` : "";
	return `${head}${require}${blocks.join("\n")}`;
}

function testOf(one: Condition, needs: Set<string>): string {
	const text = isGroup(one)
		? `${one.kind === "all" ? "allof" : "anyof"} (${one.parts.map((part) => testOf(part, needs)).join(", ")})`
		: leafTest(one, needs);
	return one.not ? `not ${text}` : text;
}

function leafTest(leaf: Leaf, needs: Set<string>): string {
	switch (leaf.kind) {
		case "domain": {
			const name = leaf.value.replace(/^@/, "").toLowerCase();
			return `address :domain :matches "from" [${string(name)}, ${string(`*.${name}`)}]`;
		}
		case "sender":
			return leaf.value.includes("@")
				? `address :all :is "from" ${string(leaf.value)}`
				: `header :contains "from" ${string(leaf.value)}`;
		case "to":
			return leaf.value.includes("@")
				? `address :all :is ["to", "cc", "bcc"] ${string(leaf.value)}`
				: `header :contains ["to", "cc", "bcc"] ${string(leaf.value)}`;
		case "subject":
			return `header :contains "subject" ${string(leaf.value)}`;
		case "keyword":
			needs.add("body");
			return `anyof (header :contains "subject" ${string(leaf.value)}, body :text :contains ${string(leaf.value)})`;
		case "pattern":
			if (leaf.field === "name") throw new UnsupportedRule("Sieve can't compare the sender's name alone.");
			return `${patternTest(leaf.field)} ${string(leaf.value)}`;
		case "size":
			return `size :${leaf.than === "larger" ? "over" : "under"} ${leaf.bytes}`;
		case "list":
			if (leaf.value === "") return `exists "list-id"`;
			if (/^from:/i.test(leaf.value)) return `address :all :is "from" ${string(leaf.value.slice(5))}`;
			return `header :contains "list-id" ${string(leaf.value.replace(/^list:/i, ""))}`;
		case "attachment":
			needs.add("mime");
			return `header :mime :anychild :contains "content-disposition" "attachment"`;
		case "age":
			throw new UnsupportedRule("Sieve acts on arriving mail and can't match on age.");
		case "category":
			throw new UnsupportedRule("Sieve doesn't support categories.");
		case "unconfirmed":
			throw new UnsupportedRule("Sieve can't match on sender authentication.");
		case "suspicious":
			throw new UnsupportedRule(`Only ${brand.name} recognizes suspicious email; Sieve can't match on it.`);
	}
}

function patternTest(field: PatternField): string {
	if (field === "from" || field === "to" || field === "cc" || field === "bcc")
		return `address :all :matches ${string(field)}`;
	return `header :matches ${string(field.replaceAll("_", "-"))}`;
}

function actionOf({ action, labelName, folderName }: Rule, needs: Set<string>): string {
	const fileInto = (folder: string): string => {
		needs.add("fileinto");
		return `fileinto ${string(folder)};`;
	};
	const flag = (name: string): string => {
		needs.add("imap4flags");
		return `addflag ${string(name)};`;
	};
	switch (action) {
		case "delete":
			return fileInto("Trash");
		case "archive":
			return fileInto("Archive");
		case "block":
			return fileInto("Junk");
		case "move":
			return fileInto(folderName ?? "");
		case "label":
			// An IMAP keyword is an atom (RFC 9051 §2.3.2); for other labels a folder is used.
			return /^[^\s(){%*"\\\]\p{Cc}]+$/u.test(labelName ?? "") ? flag(labelName ?? "") : fileInto(labelName ?? "");
		case "star":
			return flag("\\Flagged");
		case "mark_read":
			return flag("\\Seen");
		case "forward":
			throw new UnsupportedRule("It creates a draft, but Sieve would forward the mail automatically.");
	}
}

function string(text: string): string {
	return `"${text.replaceAll("\0", "").replace(/[\\"]/g, "\\$&")}"`;
}

/** For comments, which end at the end of the line. */
function line(text: string): string {
	return text.replace(/[\r\n]+/g, " ");
}
