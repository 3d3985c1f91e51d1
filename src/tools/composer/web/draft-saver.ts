import type { DraftContent } from "../contract.ts";

export type SaveStatus = "saved" | "saving" | "failed" | "conflict";

export type ContentChange = Partial<DraftContent>;

interface SaverOptions {
	version: number;
	/** Milliseconds of calm before a save. */
	delay: number;
	save: (change: ContentChange & { version: number }) => Promise<{ version: number }>;
	/** Whether another window saved the draft meanwhile. */
	isConflict: (error: unknown) => boolean;
	onStatus: (status: SaveStatus) => void;
}

export interface DraftSaver {
	change: (change: ContentChange) => void;
	/** Saves what is unsaved. @returns whether all is saved */
	flush: () => Promise<boolean>;
	/** Overwrites what another window saved. */
	overwrite: (version: number) => Promise<boolean>;
	version: () => number;
	/** What the server does not have yet; null: nothing. */
	unsaved: () => (ContentChange & { version: number }) | null;
	stop: () => void;
}

/** A failed save is tried again after this many milliseconds. */
const RETRY_MS = 4_000;

/** Saves changes of a draft one after another, each after a moment of calm. What could not be saved is kept and tried again. */
export function createDraftSaver({ version: first, delay, save, isConflict, onStatus }: SaverOptions): DraftSaver {
	let version = first;
	let pending: ContentChange | null = null;
	let running: Promise<boolean> | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let inConflict = false;

	const run = async (): Promise<boolean> => {
		while (pending !== null && !inConflict) {
			const change = pending;
			pending = null;
			onStatus("saving");
			try {
				({ version } = await save({ ...change, version }));
			} catch (error) {
				// What was typed meanwhile is newer.
				pending = { ...change, ...(pending as ContentChange | null) };
				inConflict = isConflict(error);
				onStatus(inConflict ? "conflict" : "failed");
				if (!inConflict) wait(RETRY_MS);
				return false;
			}
		}
		if (!inConflict) onStatus("saved");
		return !inConflict;
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
			if (inConflict) return;
			onStatus("saving");
			wait(delay);
		},
		async flush() {
			if (inConflict) return false;
			// A save that runs takes what is pending, too.
			return (await flush()) && (pending === null || flush());
		},
		overwrite(current) {
			version = current;
			inConflict = false;
			return flush();
		},
		version: () => version,
		unsaved: () => (pending === null ? null : { ...pending, version }),
		stop: () => clearTimeout(timer),
	};
}
