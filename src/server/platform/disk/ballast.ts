import { randomFillSync } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { type Disk, RECOVERED, START_BYTES } from "./disk.ts";

/**
 * A file next to the embedded database that only takes space. When the disk is full it is deleted, so that the database
 * can still be opened, which takes a file of its log, and mail can be deleted.
 */

type BallastConfig = Pick<Config, "dataDir" | "databaseUrl" | "disk">;

const CHUNK_BYTES = 1_000_000;
const POLL_MS = 1_000;

const pathOf = ({ dataDir }: BallastConfig): string => join(dataDir, "ballast");

/** Gives up the ballast. @returns whether there was one */
export async function releaseBallast(config: BallastConfig, log: Logger): Promise<boolean> {
	const size = await sizeOf(config);
	if (size === 0) return false;
	await rm(pathOf(config), { force: true });
	log.warn({ event: "disk.ballast_released", bytes: size }, "The disk is full: the space kept for that case is used");
	return true;
}

/** Creates the ballast, or gives it up, as the free space demands. */
export async function adjustBallast(config: BallastConfig, freeBytes: number, log: Logger): Promise<void> {
	const { ballastBytes, reserveBytes } = config.disk;
	if (config.databaseUrl !== null || ballastBytes === 0) return;
	if (freeBytes < START_BYTES) {
		await releaseBallast(config, log);
		return;
	}
	// It never makes the disk full.
	const room = freeBytes - Math.max(reserveBytes, START_BYTES) * RECOVERED;
	if (room < ballastBytes || (await sizeOf(config)) === ballastBytes) return;
	await create(config);
	log.debug(
		{ event: "disk.ballast_created", bytes: ballastBytes },
		"Some space is kept for the case that the disk fills up",
	);
}

/** Adjusts the ballast while the server runs. @returns stops that */
export function keepBallast(config: BallastConfig, disk: Pick<Disk, "freeBytes">, log: Logger): () => void {
	let isBusy = false;
	const adjust = async (): Promise<void> => {
		if (isBusy || disk.freeBytes === null) return;
		isBusy = true;
		try {
			await adjustBallast(config, disk.freeBytes, log);
		} catch (cause) {
			log.warn({ event: "disk.ballast_failed", err: cause }, "The space for the case of a full disk can't be kept");
		} finally {
			isBusy = false;
		}
	};
	const timer = setInterval(() => void adjust(), POLL_MS).unref();
	return () => clearInterval(timer);
}

async function sizeOf(config: BallastConfig): Promise<number> {
	try {
		return (await stat(pathOf(config))).size;
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return 0;
		throw cause;
	}
}

/** Of random bytes: a file system that compresses would keep no space for zeros. */
async function create(config: BallastConfig): Promise<void> {
	const unfinished = `${pathOf(config)}.new`;
	const chunk = randomFillSync(Buffer.alloc(CHUNK_BYTES));
	try {
		const file = await open(unfinished, "w", 0o600);
		try {
			for (let left = config.disk.ballastBytes; left > 0; left -= CHUNK_BYTES)
				await file.write(chunk, 0, Math.min(left, CHUNK_BYTES));
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(unfinished, pathOf(config));
	} catch (cause) {
		await rm(unfinished, { force: true });
		throw cause;
	}
}
