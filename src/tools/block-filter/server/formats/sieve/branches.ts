import type { Condition } from "../../../condition.ts";
import { UnsupportedRule } from "../../../from-query.ts";
import { BadFile } from "../file-rule.ts";
import { type Effect, effectOf } from "./effects.ts";
import type { FolderNames } from "./folders.ts";
import { ownScript } from "./own-script.ts";
import type { Command, Test } from "./parse.ts";
import type { Reading, ReadTest } from "./reading.ts";
import { conditionIn, constantOf, widerThan } from "./tests.ts";

/** A script as a list of branches, and which of them decide about mail before others do. */

/** A branch of an `if`, or a command that acts on all mail. */
export interface Branch {
	/** As given in the script; empty: none. */
	title: string;
	name: string;
	line: number;
	/** In the script. */
	position: number;
	effect: Effect;
	/** Earlier branches of the same `if`, whose mail it does not see. */
	before: readonly Branch[];
	/** The condition that it is imported with; or why there is none. */
	read: (ReadTest & { notes: string[] }) | UnsupportedRule;
	/** Matches at least the mail of the branch; null: perhaps all mail. */
	wider: Condition | null;
	/** Disabled, as editors write it: `allof (false, …)`. */
	isOff: boolean;
	/** No mail gets into it. */
	isNever: boolean;
}

/** Each is compared with all others; no person writes more. */
const MAX_BRANCHES = 1_000;

export type Reader = Omit<Reading, "notes"> & { folders: FolderNames };

/** @param commands of the top level */
export function branchesOf(commands: readonly Command[], reader: Reader): Branch[] {
	const branches: Branch[] = [];
	let chain: Branch[] = [];
	for (const command of commands) {
		if (command.name === "require" || command.name === "set") continue;
		if (command.name !== "elsif" && command.name !== "else") chain = [];
		if (branches.length >= MAX_BRANCHES)
			throw new BadFile(`The Sieve script has more than ${MAX_BRANCHES} rules. Split it and try again.`);
		const branch = branchOf(command, chain, { ...reader, position: branches.length });
		chain = [...chain, branch];
		branches.push(branch);
	}
	return branches;
}

function branchOf(command: Command, before: readonly Branch[], reader: Reader & { position: number }): Branch {
	const isBranch = command.name === "if" || command.name === "elsif" || command.name === "else";
	const [written] = command.tests;
	const isOff = written !== undefined && isFalse(written);
	const test = isOff ? { ...written, tests: written.tests.filter(({ name }) => name !== "false") } : written;
	const constant = test === undefined ? true : constantOf(test);
	const isAll = !isBranch || constant === true || test === undefined;
	return {
		title: nameOf(command),
		name: titleOf(command),
		line: command.line,
		position: reader.position,
		effect: effectOf(isBranch ? (command.block ?? []) : [command], reader.folders, reader.check),
		before,
		read: isAll ? allMail(before) : readTest(test, reader),
		wider: isAll ? restOf(before) : widerThan(test, { ...reader, notes: new Set() }),
		isOff,
		isNever: isOff || (isBranch && constant === false),
	};
}

function isFalse(test: Test): boolean {
	return test.name === "allof" && test.tests.length > 1 && test.tests[0]?.name === "false";
}

function allMail(before: readonly Branch[]): UnsupportedRule {
	return new UnsupportedRule(
		before.length === 0 ? "It acts on all mail." : "It acts on all mail that no rule before it has matched.",
	);
}

/** All mail that none of these branches matches. */
function restOf(before: readonly Branch[]): Condition | null {
	const parts = before.flatMap(({ read, isNever }) =>
		isNever || read instanceof UnsupportedRule ? [] : [read.condition],
	);
	return parts.length === 0 ? null : { kind: "any", not: true, parts };
}

function readTest(test: Test, reader: Reader): Branch["read"] {
	const notes = new Set<string>();
	try {
		return { ...conditionIn(test, { ...reader, notes }), notes: [...notes] };
	} catch (cause) {
		if (cause instanceof UnsupportedRule) return cause;
		throw cause;
	}
}

function isExact({ read }: Branch): boolean {
	return !(read instanceof UnsupportedRule) && read.wider === read.condition;
}

/**
 * In the order of the script, in which the first rule takes the mail. Without `stop`, a rule that deletes gives way to later
 * ones that keep or file the same mail, and one that files to those that keep it: these come last.
 */
export function inOrder(branches: readonly Branch[]): Branch[] {
	const late = branches.filter((one) => isLate(one, branches));
	const filing = late.filter((one) => !isDeleting(one));
	return [...branches.filter((one) => !late.includes(one)), ...filing, ...late.filter(isDeleting)];
}

function isLate(branch: Branch, branches: readonly Branch[]): boolean {
	const later = branches.slice(branch.position + 1);
	return later.some((other) => isSparedBy(branch, other));
}

/** What the branch files or deletes stays where a later one puts it. */
function isSparedBy(branch: Branch, other: Branch): boolean {
	const { effect, read } = branch;
	if (effect.action instanceof UnsupportedRule || read instanceof UnsupportedRule) return false;
	if (effect.stops || other.isNever || other.before.includes(branch)) return false;
	return (effect.files || effect.discards) && (other.effect.keeps || (isDeleting(branch) && other.effect.files));
}

function isDeleting({ effect: { action } }: Branch): boolean {
	return !(action instanceof UnsupportedRule) && action.action === "delete";
}

/** Branches that are imported so that they take their mail before the rules that follow, except for that of these. */
export type Settled = Map<Branch, readonly Branch[]>;

/** @param guards those of the branch, which has been imported */
export function settle(branch: Branch, guards: readonly Branch[], settled: Settled): void {
	const isOwn = (guard: Branch): boolean => branch.before.includes(guard);
	if (!isExact(branch) || !guards.every((guard) => (isOwn(guard) ? isExact(guard) : isDecisive(guard)))) return;
	settled.set(
		branch,
		guards.filter((guard) => !isOwn(guard)),
	);
}

/** The branches whose mail this one must not touch, and that do not take it themselves. */
export function guardsOf(branch: Branch, branches: readonly Branch[], settled: Settled): Branch[] {
	const at = branch.position;
	const late = isLate(branch, branches);
	return branches.filter((other, n) => {
		const excepted = settled.get(other);
		const isExcepted = (one: Branch): boolean =>
			!branch.before.includes(other) && n < at && one.position < at && !isSparedBy(one, branch);
		if (other === branch || other.isNever || excepted?.every(isExcepted)) return false;
		if (branch.before.includes(other)) return true;
		return n < at ? isDecisive(other) && !isSparedBy(other, branch) : late && isSparedBy(branch, other);
	});
}

/** Later rules must leave its mail alone. Deletion decides nothing that a later rule could not, unless it is not imported. */
function isDecisive({ effect, read }: Branch): boolean {
	return effect.stops || effect.keeps || effect.files || (effect.discards && read instanceof UnsupportedRule);
}

/** As written by Roundcube and other Sieve editors: `# rule:[Name]`. */
function nameOf({ comment }: Command): string {
	if (`# ${comment}` === ownScript()) return "";
	return /^rule:\[(.*)\]$/.exec(comment)?.[1] ?? (comment.length <= 200 && !comment.includes("\n") ? comment : "");
}

export function titleOf(command: Command): string {
	return nameOf(command) || `“${command.name}”`;
}
