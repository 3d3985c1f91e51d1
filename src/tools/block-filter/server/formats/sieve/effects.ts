import { UnsupportedRule } from "../../../from-query.ts";
import type { RuleAction } from "../file-rule.ts";
import { type FolderNames, folderNameOf } from "./folders.ts";
import type { Command } from "./parse.ts";
import { stringsOf } from "./reading.ts";

/** What the commands of a block do with a message. */
export interface Effect {
	/** One action, as filters have; or why there is none. */
	action: RuleAction | UnsupportedRule;
	notes: string[];
	/** It stays in the inbox, whatever else the script does (RFC 5228 §4.3). */
	keeps: boolean;
	/** It is stored in a folder: later rules can no longer delete it. */
	files: boolean;
	/** It is deleted or refused, unless another rule keeps or files it. */
	discards: boolean;
	/** No later command sees it. */
	stops: boolean;
}

interface RankedAction {
	rank: number;
	words: string;
	ruleAction: RuleAction;
}

const KEEPS = "It keeps email where it is. The filters after it leave this email alone.";
/** They neither keep a message nor move it. */
const HARMLESS = new Set(["vacation", "notify", "set", "removeflag", "require"]);

/** @param check refuses texts whose value is unknown */
export function effectOf(block: readonly Command[], names: FolderNames, check: (texts: string[]) => void): Effect {
	const effect: Effect = {
		action: new UnsupportedRule("It has no action that filters support."),
		notes: [],
		...{ keeps: false, files: false, discards: false, stops: false },
	};
	const ranked: RankedAction[] = [];
	let fault: UnsupportedRule | null = null;
	for (const command of block) {
		if (effect.stops) break;
		try {
			ranked.push(...actionsOf(command, effect, names, check));
		} catch (cause) {
			if (!(cause instanceof UnsupportedRule)) throw cause;
			fault ??= cause;
		}
	}
	if (fault !== null) return { ...effect, action: fault };
	if (effect.keeps && (effect.files || effect.discards))
		return { ...effect, action: new UnsupportedRule("It files a copy and keeps the email, which filters can't do.") };
	return withAction(effect, ranked);
}

/** A filter here has one action: the most far-reaching one is used. */
function withAction(effect: Effect, ranked: readonly RankedAction[]): Effect {
	// Discarding only cancels that mail is kept by default: what is filed or sent on is not lost.
	const deletes = ({ ruleAction }: RankedAction): boolean => ruleAction.action === "delete";
	const isSafe = (one: RankedAction): boolean =>
		!deletes(one) || !ranked.some((other) => (other.rank === 1 || other.rank === 3) && !deletes(other));
	const [first, ...others] = ranked.filter(isSafe).sort((a, b) => a.rank - b.rank);
	if (first === undefined)
		return effect.keeps || effect.stops ? { ...effect, action: new UnsupportedRule(KEEPS) } : effect;
	const notes = [...effect.notes];
	if (others.length > 0)
		notes.push(`A filter has one action. The script would also ${others.map(({ words }) => words).join(" and ")}.`);
	if (!effect.stops)
		notes.push("In the script, later rules also act on the same mail; here, only the first match applies.");
	return { ...effect, action: first.ruleAction, notes };
}

function actionsOf(
	command: Command,
	effect: Effect,
	names: FolderNames,
	check: (texts: string[]) => void,
): RankedAction[] {
	const has = (tag: string): boolean => command.arguments.some((one) => one.type === "tag" && one.name === tag);
	const strings = stringsOf(command);
	const [value = ""] = strings.at(-1) ?? [];
	switch (command.name) {
		case "keep":
			effect.keeps = true;
			return [];
		case "stop":
		case "return":
			effect.stops = true;
			return [];
		case "discard":
			effect.discards = true;
			effect.notes.push("The script deletes mail permanently; here, it goes to the trash.");
			return [{ rank: 0, words: "throw it away", ruleAction: { action: "delete" } }];
		case "fileinto": {
			if (/^inbox$/i.test(value)) {
				effect.keeps = true;
				return [];
			}
			effect.files = true;
			check([value]);
			if (has("copy")) throw new UnsupportedRule("It files a copy, which filters can't do.");
			return [{ rank: 1, words: `file it into “${value}”`, ruleAction: filing(command, value, names) }];
		}
		case "redirect":
			check([value]);
			if (!/^[^\s@<>]+@[^\s@<>]+$/.test(value)) throw new UnsupportedRule(`“${value}” is not an email address.`);
			effect.notes.push("The script forwards mail automatically; here, a draft is created for you to send.");
			return [{ rank: 3, words: `send it on to ${value}`, ruleAction: { action: "forward", forwardTo: value } }];
		case "addflag":
		case "setflag":
			// With two arguments the first names a variable, and the message is not marked (RFC 5232 §3).
			if (strings.length > 1) throw new UnsupportedRule("It marks mail by a variable, which filters don't support.");
			check(strings.flat());
			return flagsIn(strings.flat());
		default:
			throw unsupported(command, effect, names, check);
	}
}

/** Notes what an unsupported command may do to the message. */
function unsupported(
	command: Command,
	effect: Effect,
	names: FolderNames,
	check: (texts: string[]) => void,
): UnsupportedRule {
	const { name, block } = command;
	if (name === "if" || name === "elsif" || name === "else") {
		const inner = effectOf(block ?? [], names, check);
		for (const key of ["keeps", "files", "discards"] as const) effect[key] ||= inner[key];
		// Only some of the mail is stopped, but all of it is protected.
		effect.keeps ||= inner.stops;
		return new UnsupportedRule("It has conditions inside its actions.");
	}
	if (name === "reject" || name === "ereject") effect.discards = true;
	else if (!HARMLESS.has(name)) effect.keeps = true;
	return new UnsupportedRule(`It uses the action “${name}”, which filters don't support.`);
}

/** Common names of folders by role. */
function filing(command: Command, folder: string, names: FolderNames): RuleAction {
	const name = folder.replace(/^INBOX[./]/i, "");
	const uses = command.arguments.some((one) => one.type === "tag" && one.name === "specialuse")
		? command.arguments.flatMap((one) => (one.type === "strings" ? one.values.slice(0, 1) : []))[0]?.toLowerCase()
		: undefined;
	if (uses === "\\trash" || /^(?:trash|deleted(?: items| messages)?|bin)$/i.test(name)) return { action: "delete" };
	if (uses === "\\junk" || /^(?:junk|spam)(?: e-?mail)?$/i.test(name)) return { action: "block" };
	if (uses === "\\archive" || /^archives?$/i.test(name)) return { action: "archive" };
	return { action: "move", folderName: folderNameOf(folder, names) };
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
