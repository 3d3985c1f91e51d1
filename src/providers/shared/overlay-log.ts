import type { ChangeResult, ProviderState } from "#server/mail/provider/provider.ts";
import type { Patch } from "./overlay-patch.ts";

export interface OverlayChanges {
	/** Messages that differ from what was listed before: read them and pass them to `apply`. */
	changed: string[];
	/** Permanently deleted messages. */
	removed: string[];
	/** Pass it to the next call to resume after these. */
	seq: number;
	more: boolean;
}

const HEAD = "overlay/head";
const MESSAGE = "overlay/m/";
/** One log entry per batch, keyed by the sequence number of its last change: ids in sequence order. */
const LOG = "overlay/log/";
/** Messages per atomic write, a statement of a few hundred kilobytes. */
const BATCH = 1000;

/** Sequence numbers are assigned from the last one read, so writers to the same state are serialized. */
const queues = new WeakMap<ProviderState, Promise<unknown>>();

/** Runs `work` when earlier writers to the state have ended. */
export function withAccountLock<T>(state: ProviderState, work: () => Promise<T>): Promise<T> {
	const result = (queues.get(state) ?? Promise.resolve()).then(work, work);
	queues.set(
		state,
		result.catch(() => undefined),
	);
	return result;
}

const logKey = (seq: number): string => LOG + String(seq).padStart(16, "0");

/** Sequence number of the newest change; 0 when there is none. */
export async function head(state: ProviderState): Promise<number> {
	const found = (await state.get([HEAD])).get(HEAD);
	return typeof found === "number" ? found : 0;
}

/** By message id. */
export async function patches(state: ProviderState, ids: string[]): Promise<Map<string, Patch>> {
	const found = new Map<string, Patch>();
	for (let from = 0; from < ids.length; from += BATCH) {
		const keys = ids.slice(from, from + BATCH).map((id) => MESSAGE + id);
		for (const [key, value] of await state.get(keys)) {
			if (value !== null && value !== undefined) found.set(key.slice(MESSAGE.length), value as Patch);
		}
	}
	return found;
}

/** Changes the patches of `ids` in atomic batches; repeating the call completes an interrupted one. */
export function change(state: ProviderState, ids: string[], edit: (patch: Patch) => Patch): Promise<ChangeResult> {
	return withAccountLock(state, async () => {
		const missing: string[] = [];
		const unique = [...new Set(ids)];
		let seq = await head(state);
		for (let from = 0; from < unique.length; from += BATCH) {
			const batch = unique.slice(from, from + BATCH);
			const before = await patches(state, batch);
			const entries: [string, unknown][] = [];
			const touched: string[] = [];
			for (const id of batch) {
				const patch = before.get(id) ?? { seq: 0 };
				if (patch.destroyed) {
					missing.push(id);
					continue;
				}
				const after = edit(patch);
				if (after === patch) continue;
				touched.push(id);
				entries.push([MESSAGE + id, { ...after, seq: seq + touched.length }]);
			}
			if (touched.length === 0) continue;
			seq += touched.length;
			await state.put([...entries, [logKey(seq), touched], [HEAD, seq]]);
		}
		return { missing, renamed: {} };
	});
}

/** At most `limit` changes after `seq`, oldest first. */
export async function changesSince(state: ProviderState, seq: number, limit: number): Promise<OverlayChanges> {
	const newest = await head(state);
	const changed = new Set<string>();
	const removed = new Set<string>();
	let at = seq;
	while (at < newest && changed.size + removed.size < limit) {
		const [entry] = await state.list(LOG, logKey(at), 1);
		if (!entry) {
			at = newest;
			break;
		}
		const ids = entry[1] as string[];
		const last = Number(entry[0].slice(LOG.length));
		const first = last - ids.length + 1;
		const from = Math.max(0, at - first + 1);
		const slice = ids.slice(from, from + limit - changed.size - removed.size);
		const current = await patches(state, slice);
		slice.forEach((id, index) => {
			const patch = current.get(id);
			// No patch: `reset` removed it, so the message is shown as in its file.
			if (patch && patch.seq !== first + from + index) return;
			(patch?.destroyed ? removed : changed).add(id);
		});
		at = first + from + slice.length - 1;
	}
	return { changed: [...changed], removed: [...removed], seq: at, more: at < newest };
}

/** Discards the changes of all messages; they appear as changed. Call it with the account locked. */
export async function discardPatches(state: ProviderState): Promise<void> {
	let seq = await head(state);
	for (;;) {
		const page = await state.list(MESSAGE, MESSAGE, BATCH);
		if (page.length === 0) break;
		seq += page.length;
		const ids = page.map(([key]) => key.slice(MESSAGE.length));
		const gone = page.map(([key]): [string, unknown] => [key, null]);
		await state.put([...gone, [logKey(seq), ids], [HEAD, seq]]);
	}
}
