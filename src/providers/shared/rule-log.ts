/** For providers that keep rules one by one: which of them are the kernel's, and what has to be done to them. */

import { isDeepStrictEqual } from "node:util";
import type { ProviderState } from "#server/mail/provider/provider.ts";
import { NativeRefusal, type RuleOutcome } from "#server/mail/provider/rules.ts";

/** A rule that was written, or is about to be. */
interface Entry<Native> {
	/** Null: written down before it was asked for; nobody knows whether it was made. */
	id: string | null;
	/** What was asked for, and what the provider made of it. */
	asked: Native;
	native: Native;
	/** There was the very same rule before: it is somebody else's, and is never taken away. */
	isForeign: boolean;
}

/** One rule as the provider has it. */
export interface Written<Native> {
	id: string;
	native: Native;
}

/** What a provider can do with single rules. */
export interface RuleStore<Native> {
	/** All there are. */
	list(): Promise<Written<Native>[]>;
	/** @throws NativeRefusal where the provider does not want it */
	create(native: Native): Promise<Written<Native>>;
	/** One that is gone is no failure. */
	remove(id: string): Promise<void>;
	/** Both do the same, whatever the provider adds and however it is called. */
	isSame(one: Native, other: Native): boolean;
}

/** A rule in the provider's own form, or why there is none. */
export interface Wanted<Native> {
	key: string;
	native: Native | NativeRefusal;
	note: string | null;
}

const PREFIX = "rules/";
/** More than any provider takes. */
const MOST = 10_000;

/** The rules that were written, by key. */
export async function readRuleLog<Native>(state: ProviderState): Promise<Map<string, Entry<Native>>> {
	const entries = await state.list(PREFIX, PREFIX, MOST);
	return new Map(entries.map(([key, value]) => [key.slice(PREFIX.length), value as Entry<Native>]));
}

/** Makes the provider have these rules, see `ProviderRules.keep`. */
export async function syncRules<Native>(
	state: ProviderState,
	ruleStore: RuleStore<Native>,
	wanted: readonly Wanted<Native>[],
	again: ReadonlySet<string>,
): Promise<RuleOutcome[]> {
	const ruleLog = await readRuleLog<Native>(state);
	const there = new Map((await ruleStore.list()).map((rule) => [rule.id, rule.native]));
	const note = (key: string, entry: Entry<Native> | null): Promise<void> => {
		if (entry === null) ruleLog.delete(key);
		else ruleLog.set(key, entry);
		return state.put([[PREFIX + key, entry]]);
	};

	/** One that says this and is not on the list of ours. */
	function stranger(native: Native): string | null {
		const ours = new Set([...ruleLog.values()].map(({ id }) => id));
		return [...there].find(([id, other]) => !ours.has(id) && ruleStore.isSame(native, other))?.[0] ?? null;
	}

	/** What broke off between asking and hearing that it was done. */
	async function finish(): Promise<void> {
		for (const [key, entry] of ruleLog) {
			if (entry.id !== null) continue;
			const id = stranger(entry.asked);
			await note(key, id === null ? null : { ...entry, id });
		}
	}

	async function remove(key: string): Promise<void> {
		const entry = ruleLog.get(key);
		if (entry === undefined) return;
		if (entry.id !== null && !entry.isForeign && there.delete(entry.id)) await ruleStore.remove(entry.id);
		await note(key, null);
	}

	async function create(key: string, native: Native): Promise<string> {
		const same = stranger(native);
		if (same !== null) {
			await note(key, { id: same, asked: native, native, isForeign: true });
			return same;
		}
		await note(key, { id: null, asked: native, native, isForeign: false });
		try {
			const made = await ruleStore.create(native);
			there.set(made.id, made.native);
			await note(key, { id: made.id, asked: native, native: made.native, isForeign: false });
			return made.id;
		} catch (cause) {
			if (cause instanceof NativeRefusal) await note(key, null);
			throw cause;
		}
	}

	async function keepOne({ key, native, note: remark }: Wanted<Native>): Promise<RuleOutcome> {
		if (native instanceof NativeRefusal) throw native;
		const entry = ruleLog.get(key);
		if (entry === undefined || entry.id === null)
			return { key, state: "kept", id: await create(key, native), note: remark };
		const { id } = entry;
		const now = there.get(id);
		const isWanted = isDeepStrictEqual(entry.asked, native);
		const stands = now !== undefined && ruleStore.isSame(now, entry.native);
		if (isWanted && stands) return { key, state: "kept", id, note: remark };
		if (isWanted && !again.has(key)) return { key, state: now === undefined ? "gone" : "changed" };
		// Another one takes its place: whether a change leaves out what it does not name, providers do not say.
		await remove(key);
		return { key, state: "kept", id: await create(key, native), note: remark };
	}

	await finish();
	const keys = new Set(wanted.map(({ key }) => key));
	for (const key of [...ruleLog.keys()]) if (!keys.has(key)) await remove(key);
	const outcomes: RuleOutcome[] = [];
	for (const rule of wanted) {
		try {
			outcomes.push(await keepOne(rule));
		} catch (cause) {
			if (!(cause instanceof NativeRefusal)) throw cause;
			await remove(rule.key);
			outcomes.push({ key: rule.key, state: "refused", why: cause.message });
		}
	}
	return outcomes;
}
