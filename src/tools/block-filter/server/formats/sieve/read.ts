import type { Condition } from "../../../condition.ts";
import { conditionWords } from "../../../descriptions.ts";
import { UnsupportedRule } from "../../../from-query.ts";
import { draftFor, type FileRule, type FileRules, simplified } from "../file-rule.ts";
import { type Branch, branchesOf, guardsOf, inOrder, type Reader, type Settled, settle, titleOf } from "./branches.ts";
import { type FolderNames, NO_FOLDERS, withSeparator } from "./folders.ts";
import { ownScript } from "./own-script.ts";
import { type Command, parseSieve } from "./parse.ts";
import { stringsOf } from "./reading.ts";

/**
 * Rules from a Sieve script (RFC 5228), as far as rules here can express them without doing more than the script: mail that
 * it keeps, files or stops at is excluded from later rules, and rules of which this cannot be said exactly are skipped.
 * @param folders what is known of the server's folders
 * @throws BadFile with the line number
 */
export function readSieve(text: string, folders: FolderNames = NO_FOLDERS): FileRules {
	const commands = parseSieve(text);
	const end = commands.findIndex(({ name }) => name === "stop" || name === "return");
	const reached = end < 0 ? commands : commands.slice(0, end);
	const reader: Reader = {
		isOwn: text.startsWith(ownScript()),
		check: checkOf(commands),
		folders: withSeparator(folders, commands),
	};
	const branches = branchesOf(reached, reader);
	const { rules, skipped } = imported(branches);
	const unreached = end < 0 ? [] : commands.slice(end + 1);
	const reason = "It comes after “stop”, so the script never runs it.";
	return { rules, skipped: [...skipped, ...unreached.map((one) => ({ name: titleOf(one), reason, line: one.line }))] };
}

function imported(branches: readonly Branch[]): FileRules {
	const found: FileRules = { rules: [], skipped: [] };
	const settled: Settled = new Map();
	for (const branch of inOrder(branches)) {
		try {
			const guards = guardsOf(branch, branches, settled);
			found.rules.push(ruleOf(branch, guards));
			settle(branch, guards, settled);
		} catch (cause) {
			if (!(cause instanceof UnsupportedRule)) throw cause;
			const { name, line } = branch;
			if (branch.name !== "“keep”") found.skipped.push({ name, reason: cause.message, line });
		}
	}
	found.skipped.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
	return found;
}

/** Variables (RFC 5229) and encoded characters (RFC 5228 §2.4.2.4) make `${…}` something else than it says. */
function checkOf(commands: readonly Command[]): Reader["check"] {
	const required = commands.filter(({ name }) => name === "require").flatMap((one) => stringsOf(one).flat());
	const hasVariables = required.some((one) => one === "variables" || one === "encoded-character");
	return (texts) => {
		const found = hasVariables ? texts.find((text) => text.includes("${")) : undefined;
		if (found !== undefined) throw new UnsupportedRule(`It uses “${found}”, and filters don't know its value.`);
	};
}

/** @throws UnsupportedRule */
function ruleOf(branch: Branch, guards: readonly Branch[]): FileRule {
	const { effect, read, isOff, title } = branch;
	if (read instanceof UnsupportedRule) throw read;
	if (effect.action instanceof UnsupportedRule) throw effect.action;
	const [unknown] = guards.filter(({ wider }) => wider === null);
	if (unknown !== undefined) {
		const which = unknown.title === "" ? `the rule in line ${unknown.line}` : `“${unknown.title}”`;
		throw new UnsupportedRule(
			`In the script, ${which} decides first about some of the same mail, and filters can't tell which. So this one could do more than the script.`,
		);
	}
	const excluded = guards.flatMap(({ wider }) => (wider === null ? [] : [{ ...wider, not: !wider.not }]));
	const condition: Condition =
		excluded.length === 0 ? read.condition : { kind: "all", not: false, parts: [read.condition, ...excluded] };
	const notes = [...new Set([...effect.notes, ...read.notes])];
	const name = title.trim() || conditionWords(simplified(read.condition));
	return { draft: draftFor(name, condition, effect.action, !isOff), notes, error: null };
}
