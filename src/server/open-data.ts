import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { lockDataDir } from "./db/lock.ts";
import type { Logger } from "./log.ts";
import { releaseBallast } from "./platform/disk/ballast.ts";
import { assertRoomToStart, type Disk, watchDisk } from "./platform/disk/disk.ts";
import { makePrivate } from "./private-folder.ts";

/** The data folder, locked for this process, and the database. */
export interface Data {
	disk: Disk;
	database: Database;
	/** Closes the database, then unlocks the folder. */
	close(): Promise<void>;
}

/**
 * Begins to open the database, which starts in its own thread. Imports little, so that the rest of the server can be
 * loaded meanwhile.
 * @param onCrash called when the embedded database crashes
 * @param options.isReadOnly see `openDatabase`
 * @returns `opened` resolves once the database is ready, or rejects with AppError 507 `disk-full` or an error of the
 *   database
 * @throws ConfigError when the data folder is in use, AppError 507 `disk-full` without disk space to start
 */
export async function openData(
	config: Config,
	log: Logger,
	onCrash?: (cause: Error) => void,
	options: { isReadOnly?: boolean } = {},
): Promise<{ opened: Promise<Data> }> {
	await makeRoomToStart(config, log);
	const unlock = config.databaseUrl === null ? lockDataDir(config.dataDir) : () => undefined;
	const disk = watchDisk(config, log);
	const open = async (): Promise<Data> => {
		try {
			const database = await openDatabase(config, log, onCrash ?? (() => undefined), options);
			// The embedded database sets the permissions of a few files itself.
			if (database.embedded) makePrivate(config.dataDir);
			const close = async (): Promise<void> => {
				await database.close();
				disk.close();
				unlock();
			};
			return { disk, database, close };
		} catch (cause) {
			disk.close();
			unlock();
			// The embedded database's own error is unclear when the disk is full.
			await assertRoomToStart(config, cause);
			throw cause;
		}
	};
	await disk.check();
	const opened = open();
	// Not an unhandled rejection when it fails before the caller awaits it.
	opened.catch(() => undefined);
	return { opened };
}

/** On a full disk, the ballast is given up so that the database can be opened. @throws AppError 507 `disk-full` */
async function makeRoomToStart(config: Config, log: Logger): Promise<void> {
	try {
		await assertRoomToStart(config);
	} catch (full) {
		if (config.databaseUrl !== null || !(await releaseBallast(config, log))) throw full;
		await assertRoomToStart(config);
	}
}
