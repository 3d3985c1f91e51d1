import type { ProviderState } from "#server/mail/provider/provider.ts";
import {
	NativeRuleError,
	type ProviderRule,
	type ProviderRules,
	type RemoteRule,
	type RuleOutcome,
	type TranslatedRule,
	translateRules,
} from "#server/mail/provider/rules.ts";
import type { ImapSession } from "../session.ts";
import { type SieveClient, SieveError } from "./client.ts";
import { atSieve } from "./rule-server.ts";
import { branchOf, isCovered, type SieveBranch, scriptOf } from "./script.ts";
import { findScript, ownScripts, putRules, readRules, removeRules, type ScriptLocation } from "./scripts.ts";

/** What was written, and where. */
interface RuleLog {
	location: ScriptLocation;
	/** The rules as a script. */
	text: string;
	keys: string[];
	/** False: logged before the write, whose outcome is unknown. */
	isWritten: boolean;
}

const STATE = "rules/sieve";

type Translated = TranslatedRule<SieveBranch>;

/** An account's rules at its server: all of the kernel's are in one script, or a section of one. */
export function createRules(session: ImapSession): ProviderRules {
	const { environment, account } = session;
	const at = <T>(signal: AbortSignal, work: (client: SieveClient) => Promise<T>): Promise<T> =>
		atSieve(environment, account, signal, work);

	async function apply(
		client: SieveClient,
		rules: readonly ProviderRule[],
		again: ReadonlySet<string>,
	): Promise<RuleOutcome[]> {
		const logged = await readRuleLog(environment.state);
		const all = await validated(client, await translate(client, rules));
		const wanted = all.filter(isExpressible);
		const outcomes = (state: "applied" | "changed" | "deleted"): RuleOutcome[] =>
			all.map((one) => outcomeOf(one, state));
		if (wanted.length === 0) {
			await removeAll(client, environment.state, logged?.location ?? null);
			return outcomes("applied");
		}
		const text = scriptOf(wanted.map(({ translated }) => translated));
		const scriptState = logged === null ? "deleted" : await scriptStateOf(client, logged);
		const isKnown = logged?.isWritten === true && logged.text === text && !wanted.some(({ key }) => again.has(key));
		if (isKnown) return outcomes(scriptState);
		const keys = wanted.map(({ key }) => key);
		const location = await findScript(client, scriptState === "deleted" ? null : (logged?.location ?? null));
		// Logged before the write, so that the previous state can be restored after a failure.
		await note(environment.state, { location, text, keys, isWritten: false });
		try {
			const written = await putRules(client, location, text);
			await note(environment.state, { location: written, text, keys, isWritten: true });
		} catch (cause) {
			if (!(cause instanceof SieveError && cause.code.startsWith("QUOTA"))) throw cause;
			await removeAll(client, environment.state, location);
			const why = new NativeRuleError(`The mail server has no space for these rules: “${cause.detail}”`);
			return all.map((one) => outcomeOf(isExpressible(one) ? { ...one, translated: why } : one, "applied"));
		}
		return outcomes("applied");
	}

	async function translate(client: SieveClient, rules: readonly ProviderRule[]): Promise<Translated[]> {
		const folders = rules.some(({ actions }) => actions.move !== null) ? await session.listFolders() : [];
		const translate = (rule: ProviderRule): SieveBranch => branchOf(rule, { extensions: client.extensions, folders });
		return translateRules(rules, { isOrdered: true, translate, isCovered });
	}

	return {
		async apply(rules, again, signal) {
			if (rules.length === 0 && (await readRuleLog(environment.state)) === null) return [];
			return at(signal, (client) => apply(client, rules, again));
		},
		list: (signal) =>
			at(signal, async (client) => {
				const logged = await readRuleLog(environment.state);
				return listed(client, logged);
			}),
	};
}

/** @param location null: nothing was written */
async function removeAll(client: SieveClient, state: ProviderState, location: ScriptLocation | null): Promise<void> {
	if (location === null) return;
	await removeRules(client, location);
	await note(state, null);
}

/** Removes the rules written for the user when the mailbox is disconnected. */
export async function removeAllRules(session: ImapSession, signal: AbortSignal): Promise<void> {
	await createRules(session).apply([], new Set(), signal);
}

/** Checks each rule individually when the server rejects all of them together. */
async function validated(client: SieveClient, all: Translated[]): Promise<Translated[]> {
	const translated = all.filter(isExpressible);
	if (
		translated.length === 0 ||
		(await classifyFailure(client, scriptOf(translated.map(({ translated }) => translated)))) === null
	)
		return all;
	const checked: Translated[] = [];
	for (const one of all) {
		const why = isExpressible(one) ? await classifyFailure(client, scriptOf([one.translated])) : null;
		checked.push(why === null ? one : { ...one, translated: new NativeRuleError(why) });
	}
	return checked;
}

/** @returns the server's error for this script; null: the server accepts it */
async function classifyFailure(client: SieveClient, text: string): Promise<string | null> {
	try {
		await client.check(text);
		return null;
	} catch (cause) {
		if (!(cause instanceof SieveError) || cause.command !== "CHECKSCRIPT") throw cause;
		return `The mail server rejected this rule: “${cause.detail}”`;
	}
}

function isExpressible(one: Translated): one is Translated & { translated: SieveBranch } {
	return !(one.translated instanceof NativeRuleError);
}

function outcomeOf({ key, translated }: Translated, state: "applied" | "changed" | "deleted"): RuleOutcome {
	if (translated instanceof NativeRuleError) return { key, state: "refused", reason: translated.message };
	return state === "applied" ? { key, state, id: key, difference: translated.note } : { key, state };
}

async function scriptStateOf(
	client: SieveClient,
	{ location, text }: RuleLog,
): Promise<"applied" | "changed" | "deleted"> {
	const now = await readRules(client, location);
	if (now === null) return "deleted";
	return sameText(now, text) ? "applied" : "changed";
}

/** Servers may normalize line endings. */
function sameText(one: string, other: string): boolean {
	const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();
	return plain(one) === plain(other);
}

async function listed(client: SieveClient, logged: RuleLog | null): Promise<RemoteRule[]> {
	const scriptState = logged === null ? "deleted" : await scriptStateOf(client, logged);
	const ours = scriptState === "deleted" ? [] : (logged?.keys ?? []);
	const rules: RemoteRule[] = ours.map((key) => ({
		...{ id: key, key, isChanged: scriptState === "changed", name: "", isEnabled: true, rule: null },
		...{ text: logged?.text ?? "", isSieve: true },
	}));
	for (const { name, isActive } of await client.list()) {
		if (logged !== null && ownScripts(logged.location).includes(name)) continue;
		const isRun = isActive || (scriptState !== "deleted" && logged?.location.before === name);
		const text = await client.read(name);
		rules.push({ id: name, key: null, isChanged: false, name, isEnabled: isRun, rule: null, text, isSieve: true });
	}
	return rules;
}

async function readRuleLog(state: ProviderState): Promise<RuleLog | null> {
	return ((await state.get([STATE])).get(STATE) as RuleLog | undefined) ?? null;
}

async function note(state: ProviderState, logged: RuleLog | null): Promise<void> {
	await state.put([[STATE, logged]]);
}
