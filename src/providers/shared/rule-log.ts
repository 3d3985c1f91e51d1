/** For providers that store rules individually: tracks which rules are ours and syncs them. */

import { isDeepStrictEqual } from "node:util";
import type { ProviderState } from "#server/mail/provider/provider.ts";
import { NativeRuleError, type RuleOutcome } from "#server/mail/provider/rules.ts";

/** A rule that was created, or is about to be. */
interface Entry<Native> {
	/** Null: logged before the request; whether the rule was created is unknown. */
	id: string | null;
	/** What was requested, and what the provider returned. */
	requested: Native;
	native: Native;
	/** An identical rule already existed: it is not ours and is never removed. */
	isForeign: boolean;
}

/** A rule as stored at the provider. */
export interface Written<Native> {
	id: string;
	native: Native;
}

/** A provider's operations on single rules. */
export interface RuleStore<Native> {
	/** All rules at the provider. */
	list(): Promise<Written<Native>[]>;
	/** @throws NativeRuleError when the provider rejects it */
	create(native: Native): Promise<Written<Native>>;
	/** A missing rule is not an error. */
	remove(id: string): Promise<void>;
	/** Whether both have the same effect, ignoring ids, names and fields the provider adds. */
	isSame(one: Native, other: Native): boolean;
}

/** A rule in the provider's native form, or why it has none. */
export interface Wanted<Native> {
	key: string;
	native: Native | NativeRuleError;
	note: string | null;
}

const PREFIX = "rules/";
const PAGE = 1_000;

/** The logged rules, by key. @param limit entries per page */
export async function readRuleLog<Native>(state: ProviderState, limit = PAGE): Promise<Map<string, Entry<Native>>> {
	const ruleLog = new Map<string, Entry<Native>>();
	for (let after = PREFIX; ; ) {
		const entries = await state.list(PREFIX, after, limit);
		for (const [key, value] of entries) ruleLog.set(key.slice(PREFIX.length), value as Entry<Native>);
		const last = entries.at(-1);
		if (last === undefined || entries.length < limit) return ruleLog;
		[after] = last;
	}
}

/** Makes the provider's rules match these; see `ProviderRules.apply`. */
export async function syncRules<Native>(
	state: ProviderState,
	ruleStore: RuleStore<Native>,
	wanted: readonly Wanted<Native>[],
	again: ReadonlySet<string>,
): Promise<RuleOutcome[]> {
	const ruleLog = await readRuleLog<Native>(state);
	const there = new Map((await ruleStore.list()).map((rule) => [rule.id, rule.native]));
	const rules: Rules<Native> = { state, ruleStore, ruleLog, there };
	await finish(rules);
	const keys = new Set(wanted.map(({ key }) => key));
	for (const key of [...ruleLog.keys()]) if (!keys.has(key)) await remove(rules, key);
	const outcomes: RuleOutcome[] = [];
	for (const rule of wanted) {
		try {
			outcomes.push(await applyRule(rules, rule, again));
		} catch (cause) {
			if (!(cause instanceof NativeRuleError)) throw cause;
			await remove(rules, rule.key);
			outcomes.push({ key: rule.key, state: "refused", reason: cause.message });
		}
	}
	return outcomes;
}

/** What the steps of a sync share. */
interface Rules<Native> {
	state: ProviderState;
	ruleStore: RuleStore<Native>;
	ruleLog: Map<string, Entry<Native>>;
	/** The rules at the provider, by id. */
	there: Map<string, Native>;
}

/** Logs a rule, or forgets it. */
function note<Native>({ state, ruleLog }: Rules<Native>, key: string, entry: Entry<Native> | null): Promise<void> {
	if (entry === null) ruleLog.delete(key);
	else ruleLog.set(key, entry);
	return state.put([[PREFIX + key, entry]]);
}

/** An identical rule that is not in the log. */
function findUnlogged<Native>({ ruleStore, ruleLog, there }: Rules<Native>, native: Native): string | null {
	const ours = new Set([...ruleLog.values()].map(({ id }) => id));
	return [...there].find(([id, other]) => !ours.has(id) && ruleStore.isSame(native, other))?.[0] ?? null;
}

/** Completes requests whose response was lost. */
async function finish<Native>(rules: Rules<Native>): Promise<void> {
	for (const [key, entry] of rules.ruleLog) {
		if (entry.id !== null) continue;
		const id = findUnlogged(rules, entry.requested);
		await note(rules, key, id === null ? null : { ...entry, id });
	}
}

/** Removes a rule that is ours. */
async function remove<Native>(rules: Rules<Native>, key: string): Promise<void> {
	const { ruleStore, ruleLog, there } = rules;
	const entry = ruleLog.get(key);
	if (entry === undefined) return;
	if (entry.id !== null && !entry.isForeign && there.delete(entry.id)) await ruleStore.remove(entry.id);
	await note(rules, key, null);
}

async function create<Native>(rules: Rules<Native>, key: string, native: Native): Promise<string> {
	const { ruleStore, there } = rules;
	const same = findUnlogged(rules, native);
	if (same !== null) {
		await note(rules, key, { id: same, requested: native, native, isForeign: true });
		return same;
	}
	await note(rules, key, { id: null, requested: native, native, isForeign: false });
	try {
		const made = await ruleStore.create(native);
		there.set(made.id, made.native);
		await note(rules, key, { id: made.id, requested: native, native: made.native, isForeign: false });
		return made.id;
	} catch (cause) {
		if (cause instanceof NativeRuleError) await note(rules, key, null);
		throw cause;
	}
}

async function applyRule<Native>(
	rules: Rules<Native>,
	{ key, native, note: remark }: Wanted<Native>,
	again: ReadonlySet<string>,
): Promise<RuleOutcome> {
	const { ruleStore, ruleLog, there } = rules;
	if (native instanceof NativeRuleError) throw native;
	const entry = ruleLog.get(key);
	if (entry === undefined || entry.id === null)
		return { key, state: "applied", id: await create(rules, key, native), difference: remark };
	const { id } = entry;
	const now = there.get(id);
	const isWanted = isDeepStrictEqual(entry.requested, native);
	const isUnchanged = now !== undefined && ruleStore.isSame(now, entry.native);
	if (isWanted && isUnchanged) return { key, state: "applied", id, difference: remark };
	if (isWanted && !again.has(key)) return { key, state: now === undefined ? "deleted" : "changed" };
	// Replaced, not patched: providers do not document whether an update clears omitted fields.
	await remove(rules, key);
	return { key, state: "applied", id: await create(rules, key, native), difference: remark };
}
