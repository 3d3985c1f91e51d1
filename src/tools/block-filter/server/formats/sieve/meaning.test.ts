import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Condition, isGroup, type Leaf } from "../../../condition.ts";
import type { Draft } from "../file-rule.ts";
import { type Command, parseSieve, type Test } from "./parse.ts";
import { readSieve } from "./read.ts";

/** Scripts run on random mail, compared with the filters that the import makes of them. */

interface Mail {
	name: string;
	from: string;
	to: string[];
	cc: string[];
	subject: string;
	listId: string;
	sender: string;
	odd: string;
	bytes: number;
}

/** Where a script leaves a message. */
interface Outcome {
	folders: Set<string>;
	flags: Set<string>;
	redirected: Set<string>;
}

const strings = (test: Test): string[][] =>
	test.arguments.flatMap((one, n) => {
		const before = test.arguments[n - 1];
		return one.type === "strings" && !(before?.type === "tag" && before.name === "comparator") ? [one.values] : [];
	});
const has = (test: Test, tag: string): boolean =>
	test.arguments.some((one) => one.type === "tag" && one.name === tag) || strings(test).flat().includes(tag);

function globRegExp(glob: string): RegExp {
	const source = glob.replace(/\\([\s\S])|([*?])|[.+^${}()|[\]]/g, (one, escaped, wild) => {
		if (wild !== undefined) return wild === "*" ? "[\\s\\S]*" : "[\\s\\S]";
		return (escaped ?? one).replace(/[\\*?.+^${}()|[\]]/, "\\$&");
	});
	return new RegExp(`^${source}$`, "i");
}

function compares(test: Test, value: string, key: string): boolean {
	const isExact = has(test, "i;octet");
	const [a, b] = isExact ? [value, key] : [value.toLowerCase(), key.toLowerCase()];
	if (has(test, "contains")) return a.includes(b);
	if (has(test, "matches")) return globRegExp(key).test(value);
	if (has(test, "regex")) return new RegExp(key, "i").test(value);
	return a === b;
}

function headerTexts(header: string, mail: Mail): string[] {
	const full = (address: string): string => (mail.name === "" ? address : `${mail.name} <${address}>`);
	switch (header) {
		case "from":
			return [full(mail.from)];
		case "to":
			return mail.to.length === 0 ? [] : [mail.to.join(", ")];
		case "cc":
			return mail.cc.length === 0 ? [] : [mail.cc.join(", ")];
		case "subject":
			return [mail.subject];
		case "list-id":
			return mail.listId === "" ? [] : [mail.listId];
		case "sender":
			return mail.sender === "" ? [] : [mail.sender];
		case "x-odd":
			return mail.odd === "" ? [] : [mail.odd];
		default:
			return [];
	}
}

function addresses(header: string, mail: Mail): string[] {
	if (header === "from") return [mail.from];
	if (header === "to") return mail.to;
	if (header === "cc") return mail.cc;
	return header === "sender" && mail.sender !== "" ? [mail.sender.replace(/^.*<|>$/g, "")] : [];
}

function holds(test: Test, mail: Mail): boolean {
	const [headers = [], keys = []] = strings(test);
	switch (test.name) {
		case "true":
		case "false":
			return test.name === "true";
		case "not":
			return !holds(test.tests[0] as Test, mail);
		case "allof":
			return test.tests.every((one) => holds(one, mail));
		case "anyof":
			return test.tests.some((one) => holds(one, mail));
		case "exists":
			return headers.every((header) => headerTexts(header.toLowerCase(), mail).length > 0);
		case "size": {
			const [number] = test.arguments.flatMap((one) => (one.type === "number" ? [one.value] : []));
			return has(test, "over") ? mail.bytes > (number ?? 0) : mail.bytes < (number ?? 0);
		}
		case "header":
			return headers.some((header) =>
				headerTexts(header.toLowerCase(), mail).some((value) => keys.some((key) => compares(test, value, key))),
			);
		case "address": {
			const partOf = (address: string): string =>
				has(test, "domain")
					? (address.split("@")[1] ?? "")
					: has(test, "localpart")
						? (address.split("@")[0] ?? "")
						: address;
			return headers.some((header) =>
				addresses(header.toLowerCase(), mail).some((one) => keys.some((key) => compares(test, partOf(one), key))),
			);
		}
		default:
			throw new Error(test.name);
	}
}

class Run {
	readonly outcome: Outcome = { folders: new Set(), flags: new Set(), redirected: new Set() };
	private isImplicit = true;
	private isRefused = false;
	private readonly mail: Mail;
	constructor(mail: Mail) {
		this.mail = mail;
	}

	of(commands: readonly Command[]): Outcome {
		this.block(commands);
		if (this.isRefused) this.outcome.folders.clear();
		else if (this.isImplicit) this.outcome.folders.add("INBOX");
		return this.outcome;
	}

	/** @returns false: stopped */
	private block(commands: readonly Command[]): boolean {
		let isDone = true;
		for (const command of commands) {
			const { name, block, tests } = command;
			if (name === "if") isDone = false;
			if (name === "if" || name === "elsif" || name === "else") {
				if (isDone || (name !== "else" && !holds(tests[0] as Test, this.mail))) continue;
				isDone = true;
				if (!this.block(block ?? [])) return false;
			} else if (!this.act(command)) return false;
		}
		return true;
	}

	private act(command: Command): boolean {
		const [value = ""] = strings(command).at(-1) ?? [];
		const { folders, flags, redirected } = this.outcome;
		if (command.name === "stop") return false;
		if (command.name === "keep") folders.add("INBOX");
		if (command.name === "fileinto") folders.add(value);
		if (command.name === "redirect") redirected.add(value);
		if (command.name === "addflag") flags.add(value);
		if (command.name === "reject") this.isRefused = true;
		if (["keep", "discard", "redirect", "reject"].includes(command.name)) this.isImplicit = false;
		if (command.name === "fileinto" && !has(command, "copy")) this.isImplicit = false;
		return true;
	}
}

function fitsLeaf(leaf: Leaf, mail: Mail): boolean {
	switch (leaf.kind) {
		case "sender":
			return mail.from.toLowerCase() === leaf.value.toLowerCase();
		case "to":
			return [...mail.to, ...mail.cc].some((one) => one.toLowerCase() === leaf.value.toLowerCase());
		case "domain":
			return mail.from.endsWith(`@${leaf.value}`) || mail.from.endsWith(`.${leaf.value}`);
		case "size":
			return leaf.than === "larger" ? mail.bytes > leaf.bytes : mail.bytes < leaf.bytes;
		case "pattern": {
			const values: Record<string, string[]> = {
				...{ subject: [mail.subject], from: [mail.from], name: [mail.name], to: mail.to, cc: mail.cc },
				...{ list_id: [mail.listId], sender: [mail.sender] },
			};
			return (values[leaf.field] ?? [""]).some((value) => globRegExp(leaf.value).test(value));
		}
		default:
			throw new Error(leaf.kind);
	}
}

function fits(one: Condition, mail: Mail): boolean {
	const value = isGroup(one)
		? one.kind === "all"
			? one.parts.every((part) => fits(part, mail))
			: one.parts.some((part) => fits(part, mail))
		: fitsLeaf(one, mail);
	return value !== one.not;
}

function fitsDraft({ ruleType, ruleValue, conditions }: Draft, mail: Mail): boolean {
	if (ruleType !== "advanced") return fits({ kind: ruleType, value: ruleValue, not: false } as Condition, mail);
	return conditions !== null && fits(conditions, mail);
}

/** The first filter that matches acts. */
function actingOn(drafts: readonly Draft[], mail: Mail): Draft | undefined {
	return drafts.find((draft) => draft.isActive && fitsDraft(draft, mail));
}

/** Whether the script did this to the message, or something that goes further. */
function isLicensed(draft: Draft, { folders, flags, redirected }: Outcome): boolean {
	const isGone = !folders.has("INBOX");
	if (folders.size === 0) return true;
	switch (draft.action) {
		case "delete":
			return [...folders].every((folder) => folder === "Trash");
		case "move":
			return isGone && folders.has(draft.folderName ?? "");
		case "block":
			return isGone && folders.has("Junk");
		case "mark_read":
			return isGone || flags.has("\\Seen");
		case "star":
			return isGone || flags.has("\\Flagged");
		case "forward":
			return redirected.has(draft.forwardTo ?? "");
		default:
			throw new Error(draft.action);
	}
}

const ADDRESSES = ["ann@example.org", "boss@example.org", "ann@sub.example.org", "x@example.org.evil.net", "a@b.org"];
const SUBJECTS = ["test", "A test of it", "Offer", "offers", "coffer", "offer test", "", "50% *off*"];
const LISTS = ["", "<dev.example.org>", "Dev <dev.example.org>", "my dev list <x.example.org>"];

const mail: fc.Arbitrary<Mail> = fc.record({
	name: fc.constantFrom("", "Ann", "Boss test", "offer"),
	from: fc.constantFrom(...ADDRESSES),
	to: fc.uniqueArray(fc.constantFrom(...ADDRESSES), { maxLength: 2 }),
	cc: fc.uniqueArray(fc.constantFrom(...ADDRESSES), { maxLength: 1 }),
	subject: fc.constantFrom(...SUBJECTS),
	listId: fc.constantFrom(...LISTS),
	sender: fc.constantFrom("", "boss@example.org", "Boss <boss@example.org>"),
	odd: fc.constantFrom("", "yes"),
	bytes: fc.constantFrom(10, 2_000),
});

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;
const list = (values: readonly string[]): string => `[${values.map(quoted).join(", ")}]`;
const KEYS = [
	"test",
	"offer",
	"OFFER*",
	"*test",
	"*off*",
	"?ffer",
	"ann@example.org",
	"boss@example.org",
	"@example.org",
];
const key = fc.constantFrom(
	...KEYS,
	"example.org",
	"*.org",
	"<dev.example.org>",
	"<ann@example.org>",
	"org",
	"ann",
	"\\*off\\*",
);
const match = fc.constantFrom("", ":is", ":contains", ":matches", ':comparator "i;octet" :is', ":contains", ":regex");
const leafTest: fc.Arbitrary<string> = fc.oneof(
	fc
		.tuple(
			match,
			fc.uniqueArray(fc.constantFrom("subject", "From", "to", "cc", "list-id", "sender", "X-Odd"), {
				minLength: 1,
				maxLength: 2,
			}),
			fc.uniqueArray(key, { minLength: 1, maxLength: 2 }),
		)
		.filter(([type, , keys]) => type !== ":regex" || keys.every((one) => !/[*?\\]/.test(one)))
		.map(([type, headers, keys]) => `header ${type} ${list(headers)} ${list(keys)}`),
	fc
		.tuple(
			fc.constantFrom("", ":domain", ":localpart", ":all"),
			match.filter((one) => one !== ":regex"),
			fc.uniqueArray(fc.constantFrom("from", "To", "cc", "bcc", "sender"), { minLength: 1, maxLength: 4 }),
			fc.uniqueArray(key, { minLength: 1, maxLength: 2 }),
		)
		.map(([part, type, headers, keys]) => `address ${part} ${type} ${list(headers)} ${list(keys)}`),
	fc.constantFrom(
		"size :over 1K",
		"size :under 100",
		'exists "list-id"',
		'exists ["sender", "x-odd"]',
		"true",
		"false",
	),
);
const test: fc.Arbitrary<string> = fc.letrec<{ test: string }>((tie) => ({
	test: fc.oneof(
		{ depthSize: "small", withCrossShrink: true },
		leafTest,
		leafTest,
		fc.array(tie("test"), { minLength: 1, maxLength: 3 }).map((parts) => `allof (${parts.join(", ")})`),
		fc.array(tie("test"), { minLength: 1, maxLength: 3 }).map((parts) => `anyof (${parts.join(", ")})`),
		tie("test").map((part) => `not ${part}`),
	),
})).test;
const action = fc.constantFrom(
	...[
		"keep;",
		"stop;",
		"discard;",
		'fileinto "X";',
		'fileinto "Y";',
		'fileinto "INBOX";',
		'fileinto "Junk";',
		'fileinto "Trash";',
	],
	...[
		'fileinto :copy "X";',
		'addflag "\\\\Seen";',
		'addflag "\\\\Flagged";',
		'redirect "me@example.net";',
		'vacation "away";',
	],
	...['reject "no";', "discard; stop;", "keep; stop;", 'fileinto "X"; stop;'],
);
const block: fc.Arbitrary<string> = fc.array(action, { maxLength: 2 }).map((parts) => parts.join(" "));
const chain: fc.Arbitrary<string> = fc
	.tuple(test, block, fc.array(fc.tuple(test, block), { maxLength: 2 }), fc.option(block))
	.map(([first, body, others, last]) => {
		const branches = others.map(([one, inner]) => `elsif ${one} { ${inner} }\n`).join("");
		return `if ${first} { ${body} }\n${branches}${last === null ? "" : `else { ${last} }\n`}`;
	});
const nested = fc.tuple(test, chain).map(([one, inner]) => `if ${one} { ${inner} }\n`);
const command = fc.oneof(
	{ weight: 12, arbitrary: chain },
	{ weight: 2, arbitrary: nested },
	{ weight: 1, arbitrary: action.map((one) => `${one}\n`) },
);
const script = fc.array(command, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));

describe("kind 3: a script's filters", () => {
	it("never change mail that the script would have left", () => {
		let acted = 0;
		let guarded = 0;
		fc.assert(
			fc.property(script, fc.array(mail, { minLength: 10, maxLength: 30 }), (text, mails) => {
				const commands = parseSieve(text);
				const drafts = readSieve(text).rules.map(({ draft }) => draft);
				for (const one of mails) {
					const draft = actingOn(drafts, one);
					if (draft === undefined) continue;
					acted++;
					if (drafts.length > 1) guarded++;
					const outcome = new Run(one).of(commands);
					const shown = JSON.stringify({ one, draft, outcome: [...outcome.folders, ...outcome.flags] });
					expect(isLicensed(draft, outcome), `${text}\n${shown}`).toBe(true);
				}
			}),
			{ numRuns: 2_500 },
		);
		expect(acted).toBeGreaterThan(1_500);
		expect(guarded).toBeGreaterThan(200);
	});
});
