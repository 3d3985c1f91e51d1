import type { ProviderState } from "#server/mailbox/provider.ts";
import {
	type EarlierRule,
	NativeRefusal,
	type ProviderRule,
	type ProviderRules,
	type RemoteRule,
	type RuleOutcome,
	requirePlace,
} from "#server/mailbox/provider-rules.ts";
import { atSieve } from "./rule-server.ts";
import type { ImapSession } from "./session.ts";
import { type SieveClient, SieveRefusal } from "./sieve/client.ts";
import { ownScripts, placeOfRules, putRules, type RulesPlace, readRules, removeRules } from "./sieve/place.ts";
import { branchOf, isCovered, type SieveBranch, scriptOf } from "./sieve/script.ts";

/** What was written, and where. */
interface Kept {
	place: RulesPlace;
	/** The rules as a script. */
	text: string;
	keys: string[];
}

const STATE = "rules/sieve";

/** A rule of the kernel's with what it is in Sieve, or why it is nothing there. */
interface Translated {
	rule: ProviderRule;
	branch: SieveBranch | NativeRefusal;
}

/** The rules of an account at its server: all of the kernel's are one script, or a part of one. */
export function createRules(session: ImapSession): ProviderRules {
	const { environment, account } = session;
	const at = <T>(signal: AbortSignal, work: (client: SieveClient) => Promise<T>): Promise<T> =>
		atSieve(environment, account, signal, work);

	async function keep(
		client: SieveClient,
		rules: readonly ProviderRule[],
		again: ReadonlySet<string>,
	): Promise<RuleOutcome[]> {
		const kept = await readKept(environment.state);
		const all = await takenOf(client, await translate(client, rules));
		const wanted = all.filter(isSaid);
		if (wanted.length === 0) {
			if (kept !== null) await removeRules(client, kept.place);
			await note(environment.state, null);
			return all.map((one) => outcomeOf(one, "kept"));
		}
		const text = scriptOf(wanted.map(({ branch }) => branch));
		const standing = kept && (await standingOf(client, kept));
		const isNew = kept?.text !== text || [...again].some((key) => kept.keys.includes(key));
		if (standing !== "kept" && standing !== null && !isNew) return all.map((one) => outcomeOf(one, standing));
		if (standing !== "kept" || isNew) {
			// Known before it is done: whatever breaks off, what was there can be put back.
			const place = await placeOfRules(client, standing === "gone" ? null : (kept?.place ?? null));
			const keys = wanted.map(({ rule }) => rule.key);
			await note(environment.state, { place, text, keys });
			const written = await putRules(client, place, text);
			await note(environment.state, { place: written, text, keys });
		}
		return all.map((one) => outcomeOf(one, "kept"));
	}

	async function translate(client: SieveClient, rules: readonly ProviderRule[]): Promise<Translated[]> {
		const folders = rules.some(({ actions }) => actions.move !== null) ? await session.listFolders() : [];
		const earlier: EarlierRule[] = [];
		return rules.map((rule) => {
			try {
				requirePlace(rule, earlier, true);
				const branch = branchOf(rule, { extensions: client.extensions, folders });
				earlier.push({ rule, isCovered: isCovered(rule) });
				return { rule, branch };
			} catch (cause) {
				if (!(cause instanceof NativeRefusal)) throw cause;
				earlier.push({ rule, isCovered: false });
				return { rule, branch: cause };
			}
		});
	}

	return {
		async keep(rules, again, signal) {
			if (rules.length === 0 && (await readKept(environment.state)) === null) return [];
			return at(signal, (client) => keep(client, rules, again));
		},
		list: (signal) =>
			at(signal, async (client) => {
				const kept = await readKept(environment.state);
				return listed(client, kept);
			}),
	};
}

/** What was written for the person goes with the mailbox. */
export async function takeRulesAway(session: ImapSession, signal: AbortSignal): Promise<void> {
	await createRules(session).keep([], new Set(), signal);
}

/** Asks the server for each rule where it does not take all of them together. */
async function takenOf(client: SieveClient, all: Translated[]): Promise<Translated[]> {
	const said = all.filter(isSaid);
	if (said.length === 0 || (await refusalOf(client, scriptOf(said.map(({ branch }) => branch)))) === null) return all;
	const checked: Translated[] = [];
	for (const one of all) {
		const why = isSaid(one) ? await refusalOf(client, scriptOf([one.branch])) : null;
		checked.push(why === null ? one : { ...one, branch: new NativeRefusal(why) });
	}
	return checked;
}

/** @returns the server's words for why it does not take this script; null: it does */
async function refusalOf(client: SieveClient, text: string): Promise<string | null> {
	try {
		await client.check(text);
		return null;
	} catch (cause) {
		if (!(cause instanceof SieveRefusal) || cause.command !== "CHECKSCRIPT") throw cause;
		return `The mail server does not take this rule: “${cause.said}”`;
	}
}

function isSaid(one: Translated): one is Translated & { branch: SieveBranch } {
	return !(one.branch instanceof NativeRefusal);
}

function outcomeOf({ rule: { key }, branch }: Translated, state: "kept" | "changed" | "gone"): RuleOutcome {
	if (branch instanceof NativeRefusal) return { key, state: "refused", why: branch.message };
	return state === "kept" ? { key, state, id: key, note: branch.note } : { key, state };
}

async function standingOf(client: SieveClient, { place, text }: Kept): Promise<"kept" | "changed" | "gone"> {
	const now = await readRules(client, place);
	if (now === null) return "gone";
	return sameText(now, text) ? "kept" : "changed";
}

/** Servers may keep other line ends. */
function sameText(one: string, other: string): boolean {
	const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();
	return plain(one) === plain(other);
}

async function listed(client: SieveClient, kept: Kept | null): Promise<RemoteRule[]> {
	const standing = kept === null ? "gone" : await standingOf(client, kept);
	const ours = standing === "gone" ? [] : (kept?.keys ?? []);
	const rules: RemoteRule[] = ours.map((key) => ({
		...{ id: key, key, isChanged: standing === "changed", name: "", isEnabled: true, rule: null },
		text: kept?.text ?? "",
	}));
	for (const { name, isActive } of await client.list()) {
		if (kept !== null && ownScripts(kept.place).includes(name)) continue;
		const isRun = isActive || (standing !== "gone" && kept?.place.before === name);
		const text = await client.read(name);
		rules.push({ id: name, key: null, isChanged: false, name, isEnabled: isRun, rule: null, text });
	}
	return rules;
}

async function readKept(state: ProviderState): Promise<Kept | null> {
	return ((await state.get([STATE])).get(STATE) as Kept | undefined) ?? null;
}

async function note(state: ProviderState, kept: Kept | null): Promise<void> {
	await state.put([[STATE, kept]]);
}
