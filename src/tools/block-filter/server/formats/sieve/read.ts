import { UnsupportedRule } from "../../../from-query.ts";
import { draftFor, type FileRule, type FileRules, type RuleAction } from "../file-rule.ts";
import { type Command, parseSieve, type Test } from "./parse.ts";
import { conditionIn } from "./tests.ts";

/** Rules from a Sieve script (RFC 5228), as far as rules here can express them. @throws BadFile with the line number */
export function readSieve(text: string): FileRules {
	const found: FileRules = { rules: [], skipped: [] };
	for (const command of parseSieve(text)) {
		if (command.name === "require" || command.name === "stop" || command.name === "keep") continue;
		const name = nameOf(command);
		try {
			found.rules.push(ruleOf(name, command));
		} catch (cause) {
			if (!(cause instanceof UnsupportedRule)) throw cause;
			found.skipped.push({ name: name || `“${command.name}”`, reason: cause.message, line: command.line });
		}
	}
	return found;
}

/** As written by Roundcube and other Sieve editors: `# rule:[Name]`. */
function nameOf({ comment }: Command): string {
	return /^rule:\[(.*)\]$/.exec(comment)?.[1] ?? (comment.length <= 200 && !comment.includes("\n") ? comment : "");
}

function ruleOf(name: string, command: Command): FileRule {
	if (command.name === "else") throw new UnsupportedRule("It acts on all mail that no rule before it has matched.");
	const [test] = command.tests;
	if ((command.name !== "if" && command.name !== "elsif") || test === undefined || command.block === null)
		throw new UnsupportedRule(command.block === null ? "It acts on all mail." : "Filters don't support this command.");
	const notes = new Set<string>();
	const ruleAction = actionOf(command.block, notes);
	const isOff = isFalse(test);
	const condition = conditionIn(
		isOff ? { ...test, tests: test.tests.filter(({ name }) => name !== "false") } : test,
		notes,
	);
	return { draft: draftFor(name, condition, ruleAction, !isOff), notes: [...notes], error: null };
}

/** Disabled: `allof (false, …)`, as the export writes it. */
function isFalse(test: Test): boolean {
	return test.name === "allof" && test.tests.length > 1 && test.tests[0]?.name === "false";
}

/** A filter here has one action: the most far-reaching one is used. */
function actionOf(block: readonly Command[], notes: Set<string>): RuleAction {
	const ruleActions = block.flatMap((command) => actionsOf(command, notes));
	const [first, ...others] = ruleActions.sort((a, b) => a.rank - b.rank);
	if (first === undefined) throw new UnsupportedRule("It has no action that filters support.");
	if (others.length > 0)
		notes.add(`A filter has one action. The script would also ${others.map(({ words }) => words).join(" and ")}.`);
	if (!block.some(({ name }) => name === "stop"))
		notes.add("In the script, later rules also act on the same mail; here, only the first match applies.");
	return first.ruleAction;
}

interface RankedAction {
	rank: number;
	words: string;
	ruleAction: RuleAction;
}

function actionsOf(command: Command, notes: Set<string>): RankedAction[] {
	const strings = command.arguments.flatMap((one) => (one.type === "strings" ? [one.values] : []));
	const [value = ""] = strings.at(-1) ?? [];
	switch (command.name) {
		case "keep":
		case "stop":
			return [];
		case "discard":
			notes.add("The script deletes mail permanently; here, it goes to the trash.");
			return [{ rank: 0, words: "throw it away", ruleAction: { action: "delete" } }];
		case "fileinto":
			return [{ rank: 1, words: `file it into “${value}”`, ruleAction: filing(command, value) }];
		case "redirect":
			notes.add("The script forwards mail automatically; here, a draft is created for you to send.");
			return [{ rank: 3, words: `send it on to ${value}`, ruleAction: { action: "forward", forwardTo: value } }];
		case "addflag":
		case "setflag":
			return flagsIn(strings.at(-1) ?? []);
		case "if":
		case "elsif":
		case "else":
			throw new UnsupportedRule("It has conditions inside its actions.");
		default:
			throw new UnsupportedRule(`It uses the action “${command.name}”, which filters don't support.`);
	}
}

/** Common names of folders by role. */
function filing(command: Command, folder: string): RuleAction {
	const name = folder.replace(/^INBOX[./]/i, "");
	const uses = command.arguments.some((one) => one.type === "tag" && one.name === "specialuse")
		? command.arguments.flatMap((one) => (one.type === "strings" ? one.values.slice(0, 1) : []))[0]?.toLowerCase()
		: undefined;
	if (uses === "\\trash" || /^(?:trash|deleted(?: items| messages)?|bin)$/i.test(name)) return { action: "delete" };
	if (uses === "\\junk" || /^(?:junk|spam)(?: e-?mail)?$/i.test(name)) return { action: "block" };
	if (uses === "\\archive" || /^archives?$/i.test(name)) return { action: "archive" };
	if (/^inbox$/i.test(folder)) throw new UnsupportedRule("It only keeps mail in the inbox, so it isn't needed.");
	return { action: "move", folderName: name.replaceAll(".", "/") };
}

function flagsIn(flags: readonly string[]): RankedAction[] {
	return flags
		.flatMap((flag) => flag.split(/\s+/))
		.flatMap((flag): RankedAction[] => {
			const low = flag.toLowerCase();
			if (low === "\\seen") return [{ rank: 5, words: "mark it as read", ruleAction: { action: "mark_read" } }];
			if (low === "\\flagged") return [{ rank: 4, words: "star it", ruleAction: { action: "star" } }];
			if (flag === "" || flag.startsWith("\\")) return [];
			return [{ rank: 2, words: `label it “${flag}”`, ruleAction: { action: "label", labelName: flag } }];
		});
}
