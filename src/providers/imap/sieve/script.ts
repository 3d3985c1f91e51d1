/** Rules in the Sieve language (RFC 5228). */

import type { RemoteFolder } from "#server/mail/provider/provider.ts";
import { NativeRuleError, type ProviderRule, type RuleCondition } from "#server/mail/provider/rules.ts";

/** A rule as one branch of a script, with the extensions it requires. */
export interface SieveBranch {
	name: string;
	test: string;
	actions: string[];
	needs: string[];
	note: string | null;
}

/** What a script may use. */
export interface SieveContext {
	/** Supported by the server. */
	extensions: ReadonlySet<string>;
	folders: readonly RemoteFolder[];
}

const NON_ASCII = "The mail server is case-sensitive for letters other than a to z.";
const LONGER = "The mail server also finds longer words that begin like the last one.";

/** Why a rule is refused without an extension. */
const LACKS: Record<string, string> = {
	fileinto: "This mail server's rules cannot move mail.",
	imap4flags: "This mail server's rules cannot mark mail.",
	body: "This mail server's rules do not look into the text of mail.",
	mime: "This mail server's rules do not see attachments.",
};

/** @throws NativeRuleError */
export function branchOf(rule: ProviderRule, sieveContext: SieveContext): SieveBranch {
	const tests = rule.conditions.map(testOf);
	const actions = actionsOf(rule, sieveContext);
	const needs = [...new Set([...tests.flatMap((test) => test.needs), ...actions.needs])];
	for (const need of needs)
		if (!sieveContext.extensions.has(need))
			throw new NativeRuleError(LACKS[need] ?? `This mail server does not know ${need}.`);
	const notes = [...new Set(tests.flatMap((test) => test.notes))];
	return {
		name: rule.name.replace(/\s+/g, " ").trim().slice(0, 200),
		test: `allof (${tests.map((test) => test.text).join(",\n\t")})`,
		actions: actions.lines,
		// With the mailbox extension, a missing folder is created.
		needs: actions.makesFolder && sieveContext.extensions.has("mailbox") ? [...needs, "mailbox"] : needs,
		note: notes.length === 0 ? null : notes.join(" "),
	};
}

/**
 * Whether the branch matches at least what the rule matches: words are found only after known delimiters and only in
 * subject and text, and a negated test may exclude more than the rule does.
 */
export function isCovered({ conditions }: ProviderRule): boolean {
	return conditions.every((one) => !one.not && !("texts" in one && one.texts.length > 0));
}

/** A script in which only the first matching branch acts. */
export function scriptOf(branches: readonly SieveBranch[]): string {
	const needs = [...new Set(branches.flatMap((branch) => branch.needs))].sort();
	const required = needs.length === 0 ? "" : `require ${list(needs)};\n`;
	const written = branches.map(({ name, test, actions }, index) => {
		const block = actions.map((action) => `\t${action}\n`).join("");
		return `# ${name}\n${index === 0 ? "if" : "elsif"} ${test} {\n${block}}\n`;
	});
	return required + written.join("");
}

interface SieveTest {
	text: string;
	needs: string[];
	notes: string[];
}

function testOf(condition: RuleCondition): SieveTest {
	if (condition.not && condition.about === "anywhere")
		throw new NativeRuleError(
			"The mail server's rules look into subject and text alone, so that they leave out less than this one.",
		);
	const test = positiveTest(condition);
	return condition.not ? { ...test, text: `not ${test.text}` } : test;
}

function positiveTest(condition: RuleCondition): SieveTest {
	const plain = (text: string): SieveTest => ({ text, needs: [], notes: [] });
	if (condition.about === "larger") return plain(`size :over ${condition.bytes}`);
	if (condition.about === "list")
		return plain(`header :contains "list-id" ${list(condition.ids.map((id) => `<${id}>`))}`);
	if (condition.about === "attachment")
		return { ...plain('header :mime :anychild :contains "content-disposition" "attachment"'), needs: ["mime"] };
	const { texts, not } = condition;
	const notes = not ? [] : notesOn(texts);
	if ("domains" in condition) return { text: peopleTest(condition), needs: [], notes };
	const subject = textTest('header "subject"', texts, not);
	if (condition.about === "subject") return { text: subject, needs: [], notes };
	return { text: anyOf([subject, textTest("body :text", texts, not)]), needs: ["body"], notes };
}

function peopleTest({ about, addresses, domains, texts, not }: Extract<RuleCondition, { domains: string[] }>): string {
	const fields = about === "from" ? '"from"' : '["to", "cc"]';
	return anyOf([
		...(addresses.length > 0 ? [`address :all :is ${fields} ${list(addresses)}`] : []),
		...(domains.length > 0 ? [`address :domain :is ${fields} ${list(domains)}`] : []),
		...(domains.length > 0
			? [`address :domain :matches ${fields} ${list(domains.map((one) => `*.${escaped(one)}`))}`]
			: []),
		...(texts.length > 0 ? [textTest(`header ${fields}`, texts, not)] : []),
	]);
}

const anyOf = (tests: readonly string[]): string =>
	tests.length === 1 ? (tests[0] ?? "") : `anyof (${tests.join(", ")})`;

/** Characters that may precede a word. */
const BEFORE = [" ", "\t", "\n", "-", "(", "[", '"', "'", "/", ":", "#", ">", "<", ".", ",", "„", "“", "«"];

/**
 * Matches the beginning of a word. Sieve patterns have no word boundaries, so the preceding characters are listed. Negated
 * texts match anywhere.
 * @param where a test up to its match type
 */
function textTest(where: string, texts: readonly string[], not: boolean): string {
	const [test = "", ...rest] = where.split(" ");
	const build = (type: string, values: readonly string[]): string =>
		test === "body"
			? `body ${rest.join(" ")} ${type} ${list(values)}`
			: `${test} ${type} ${rest.join(" ")} ${list(values)}`;
	if (not) return build(":contains", texts);
	const patterns = texts.map(escaped).flatMap((text) => [`${text}*`, ...BEFORE.map((sign) => `*${sign}${text}*`)]);
	return build(":matches", patterns);
}

function notesOn(texts: readonly string[]): string[] {
	// The default comparator ignores case for ASCII letters only (RFC 4790 §9.2).
	const isPlain = texts.every((text) => [...text].every((sign) => sign <= "\u007f"));
	return [...(isPlain ? [] : [NON_ASCII]), ...(texts.some((text) => /\s/.test(text)) ? [LONGER] : [])];
}

/** @throws NativeRuleError */
function actionsOf(
	{ actions }: ProviderRule,
	{ extensions, folders }: SieveContext,
): { lines: string[]; needs: string[]; makesFolder: boolean } {
	const { move, labels, read, star } = actions;
	if (labels.length > 0) throw new NativeRuleError("This mailbox has folders, and no labels.");
	const flags = [...(read ? ["\\Seen"] : []), ...(star ? ["\\Flagged"] : [])];
	if (move === null && flags.length === 0) throw new NativeRuleError("The mail server has no rule that does this.");
	const lines: string[] = [];
	if (flags.length > 0) lines.push(`addflag ${list(flags)};`);
	if (move !== null) {
		const folder = folders.find((one) => ("role" in move ? one.role === move.role : one.id === move.folderId));
		if (folder === undefined) throw new NativeRuleError("The folder that this rule moves mail to no longer exists.");
		// Otherwise the user's own script would file it a second time.
		lines.push(`fileinto ${extensions.has("mailbox") ? ":create " : ""}${string(folder.id)};`, "stop;");
	}
	const needs = [...(flags.length > 0 ? ["imap4flags"] : []), ...(move === null ? [] : ["fileinto"])];
	return { lines, needs, makesFolder: move !== null };
}

/** A quoted string (RFC 5228 §2.4.2). */
export function string(text: string): string {
	return `"${text.toWellFormed().replaceAll("\0", "").replace(/[\\"]/g, "\\$&")}"`;
}

function list(texts: readonly string[]): string {
	return texts.length === 1 ? string(texts[0] ?? "") : `[${texts.map(string).join(", ")}]`;
}

/** Escapes pattern characters (RFC 5228 §2.7.1). */
const escaped = (text: string): string => text.replace(/[*?\\]/g, "\\$&");
