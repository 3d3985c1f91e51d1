import { statfs } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { diskFull } from "./disk-full.ts";

/** Free space of a file system. */
export interface FreeSpace {
	freeBytes: number;
	/** Free inodes; null where the file system has no fixed number of files. */
	freeFiles: number | null;
}

/** `low`: the operator is warned. `full`: writes that can wait are rejected. */
export type DiskState = "ok" | "low" | "full";

/** Monitors the free space of the data folder. */
export interface Disk {
	readonly state: DiskState;
	/** At the last check; null before the first. */
	readonly freeBytes: number | null;
	/** Checks now. */
	check(): Promise<DiskState>;
	/** @throws AppError 507 `disk-full` when writing this many bytes would leave too little space */
	assertRoom(bytes: number): Promise<void>;
	/** Calls the listener on every change of state. @returns unsubscribe */
	onChange(listener: (state: DiskState) => void): () => void;
	close(): void;
}

const POLL_MS = 1_000;
/** Hysteresis: more space must be free to resume writes than to stop them, so that writes do not flap. */
export const RECOVERED = 1.1;
const FEWEST_FILES = 100;
/** The embedded database needs this to start and recover: a WAL file, and some reserve. */
export const START_BYTES = 20e6;

/** Reads free space from the operating system. @param path any file or folder on the file system */
export async function readFreeSpace(path: string): Promise<FreeSpace> {
	const { bavail, bsize, files, ffree } = await statfs(path);
	return { freeBytes: bavail * bsize, freeFiles: files === 0 ? null : ffree };
}

/**
 * Starts monitoring. The state is `ok` until the first `check`.
 * @param options.read reads the free space; replaced in tests
 */
export function watchDisk(
	config: Pick<Config, "dataDir"> & { disk: Pick<Config["disk"], "reserveBytes" | "warnBytes"> },
	log: Logger,
	options: { read?: (path: string) => Promise<FreeSpace> } = {},
): Disk {
	const read = options.read ?? readFreeSpace;
	const { reserveBytes, warnBytes } = config.disk;
	const listeners = new Set<(state: DiskState) => void>();
	let state: DiskState = "ok";
	let freeBytes: number | null = null;

	function stateOf({ freeBytes: free, freeFiles }: FreeSpace): DiskState {
		if (reserveBytes === 0) return "ok";
		const threshold = state === "full" ? reserveBytes * RECOVERED : reserveBytes;
		if (free < threshold || (freeFiles !== null && freeFiles < FEWEST_FILES)) return "full";
		return free < warnBytes ? "low" : "ok";
	}

	function change(next: DiskState): void {
		if (next === state) return;
		const before = state;
		state = next;
		const fields = { event: `disk.${next}`, freeBytes, dataDir: config.dataDir };
		if (next === "full")
			log.error(fields, "The disk is full: writes are refused and jobs wait until there is free space");
		else if (before === "full") log.info(fields, "The disk has free space again: writes and jobs continue");
		else if (next === "low") log.warn(fields, "The disk is nearly full");
		else log.info(fields, "The disk has enough free space");
		for (const listener of listeners) listener(next);
	}

	async function check(): Promise<DiskState> {
		try {
			const space = await read(config.dataDir);
			freeBytes = space.freeBytes;
			change(stateOf(space));
		} catch (cause) {
			log.warn({ event: "disk.unknown", err: cause }, "The free space could not be read");
		}
		return state;
	}

	const timer = setInterval(() => void check(), POLL_MS).unref();
	return {
		get state() {
			return state;
		},
		get freeBytes() {
			return freeBytes;
		},
		check,
		async assertRoom(bytes) {
			if ((await check()) === "full") throw diskFull();
			if (reserveBytes === 0 || freeBytes === null || freeBytes - bytes >= reserveBytes) return;
			throw new AppError(507, "disk-full", "The server's disk does not have enough free space for this file.");
		},
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close: () => clearInterval(timer),
	};
}

/**
 * Checks that there is space to start: the embedded database fails without any.
 * @throws AppError 507 `disk-full` with a message for the operator
 */
export async function assertRoomToStart({ dataDir }: Pick<Config, "dataDir">, cause?: unknown): Promise<void> {
	const { freeBytes, freeFiles } = await readFreeSpace(dataDir);
	if (freeBytes >= START_BYTES && (freeFiles === null || freeFiles > 0)) return;
	throw new AppError(
		507,
		"disk-full",
		`The disk that holds ${dataDir} is full (${Math.floor(freeBytes / 1e6)} MB free). Free at least ${START_BYTES / 1e6} MB and try again; nothing is lost.`,
		{ cause },
	);
}
