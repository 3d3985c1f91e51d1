import type { DraftContent, SaverId } from "../../contract.ts";

/** `conflict`: another window changed, sent or discarded the draft; what was written here is not in it. `too-long`: not before it is shortened. */
export type SaveStatus = "saved" | "saving" | "failed" | "conflict" | "too-long";

export type ContentChange = Partial<DraftContent>;

/** What the server may not have yet, as it is sent. */
export type Unsaved = ContentChange & { version: number; saver: SaverId };

interface SaverOptions {
	version: number;
	/** Milliseconds of calm before a save. */
	delay: number;
	save: (change: Unsaved) => Promise<{ version: number }>;
	/** Names the next save. */
	next: () => SaverId;
	/** Whether another window changed, sent or discarded the draft meanwhile. */
	isConflict: (error: unknown) => boolean;
	/** Whether it has no use to try again what failed. */
	isTooLong: (error: unknown) => boolean;
	onStatus: (status: SaveStatus) => void;
	/** Remembers on this device what the server may not have; null: it has all. */
	keep: (unsaved: Unsaved | null) => void;
}

export interface DraftSaver {
	change: (change: ContentChange) => void;
	/** Saves what is unsaved. @returns whether all is saved */
	flush: () => Promise<boolean>;
	version: () => number;
	/** What the server may not have; null: it has all. */
	unsaved: () => Unsaved | null;
	stop: () => void;
}

/** A failed save is tried again after this many milliseconds. */
const RETRY_MS = 4_000;

/** Saves changes of a draft one after another, each after a moment of calm. What could not be saved is kept and tried again. */
export function createDraftSaver(options: SaverOptions): DraftSaver {
	const { delay, save, next, isConflict, isTooLong, onStatus, keep } = options;
	let { version } = options;
	let pending: ContentChange | null = null;
	/** On its way: whether it arrives is unknown. */
	let sending: ContentChange | null = null;
	let running: Promise<boolean> | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let inConflict = false;

	const unsaved = (): Unsaved | null =>
		pending === null && sending === null ? null : { ...sending, ...pending, version, saver: next() };
	const run = async (): Promise<boolean> => {
		while (pending !== null && !inConflict) {
			sending = pending;
			pending = null;
			onStatus("saving");
			try {
				({ version } = await save({ ...sending, version, saver: next() }));
				sending = null;
			} catch (error) {
				// What was typed meanwhile is newer.
				pending = { ...sending, ...(pending as ContentChange | null) };
				sending = null;
				inConflict = isConflict(error);
				onStatus(inConflict ? "conflict" : isTooLong(error) ? "too-long" : "failed");
				if (!inConflict && !isTooLong(error)) wait(RETRY_MS);
				return false;
			}
		}
		if (inConflict) return false;
		keep(null);
		onStatus("saved");
		return true;
	};
	const flush = (): Promise<boolean> => {
		clearTimeout(timer);
		running ??= run().finally(() => {
			running = null;
		});
		return running;
	};
	const wait = (ms: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => void flush(), ms);
	};
	return {
		change(change) {
			pending = { ...pending, ...change };
			keep(unsaved());
			if (inConflict) return;
			onStatus("saving");
			wait(delay);
		},
		async flush() {
			if (inConflict) return false;
			// A save that runs takes what is pending, too.
			return (await flush()) && (pending === null || flush());
		},
		version: () => version,
		unsaved,
		stop: () => clearTimeout(timer),
	};
}
