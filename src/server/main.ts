import { randomUUID } from "node:crypto";
import { flushCompileCache } from "node:module";
import { softwareName } from "#shared/brand.ts";
import { ConfigError, readConfig } from "./config.ts";
import { EmbeddedFailure, explainDamage } from "./db/embedded-failure.ts";
import { createLogger } from "./log.ts";
import { openData } from "./open-data.ts";
import { keepBallast } from "./platform/disk/ballast.ts";
import { assertRoomToStart } from "./platform/disk/disk.ts";
import { isDiskFull } from "./platform/disk/disk-full.ts";
import { exitNotePath } from "./platform/watchdog/exit-notes.ts";
import { startWatchdog } from "./platform/watchdog/watchdog.ts";
import { createFilesPrivately } from "./private-folder.ts";

/** Entry point: reads the settings, starts the server, and shuts down gracefully on signals. */

/** Shutdown deadline after SIGTERM; the launcher waits a second longer. */
const STOP_WITHIN_MS = 8_000;

/** Exit codes, from sysexits.h where it has one. */
const EXIT = { failed: 1, databaseDied: 70, diskFull: 75, config: 78 };

const DISK_FULL_AT_START = "The disk that holds DATA_DIR is full. Free some space and start again; nothing is lost.";

async function main(): Promise<void> {
	createFilesPrivately();
	const config = readConfig(process.env);
	const log = createLogger(config);
	const processId = randomUUID();
	// Started before anything that could block.
	const watchdog = await startWatchdog(config, processId, log);
	// Lets the launcher note the crash of this process when it cannot do that itself.
	process.send?.({ type: "started", processId, exitNote: exitNotePath(config.dataDir, processId) });
	const { opened } = await openData(config, log, (cause) => void endWithDatabase(cause));
	// The database starts in its own thread, and meanwhile this one loads what else there is: 2,000 modules.
	const { startServer } = await import("./server.ts");
	const { prepareToOpen } = await import("./mail/messages/open-message.ts");
	const server = await startServer(config, { log, processId, opened });

	async function endWithDatabase(cause: Error): Promise<never> {
		const full = await assertRoomToStart(config).then(
			() => null,
			(reason: unknown) => reason,
		);
		const reason = cause.message;
		if (full instanceof Error || isDiskFull(cause)) {
			watchdog.noteEnd("stopped");
			log.fatal({ event: "server.disk_full", reason }, full instanceof Error ? full.message : DISK_FULL_AT_START);
			process.exit(EXIT.diskFull);
		}
		watchdog.noteEnd("crashed");
		log.fatal(
			{ event: "database.crashed", reason },
			`The embedded database failed (${reason}); the process ends and nothing acknowledged is lost`,
		);
		process.exit(EXIT.databaseDied);
	}

	keepBallast(config, server.ctx.disk, log);

	let stopping = false;
	const stop = (signal: string): void => {
		if (stopping) process.exit(EXIT.failed);
		stopping = true;
		watchdog.stopWithin(STOP_WITHIN_MS);
		log.info({ event: "server.stopping", signal }, "stopping");
		server.stop().then(
			() => process.exit(0),
			(cause: unknown) => {
				log.error({ event: "server.stop_failed", err: cause }, "the server did not stop cleanly");
				process.exit(EXIT.failed);
			},
		);
	};
	process.on("SIGINT", stop);
	process.on("SIGTERM", stop);
	// The launcher process has died.
	process.on("disconnect", () => stop("disconnect"));
	watchdog.started();
	process.send?.({ type: "ready" });
	if (server.url !== null) {
		prepareToOpen(server.ctx);
		process.stdout.write(`${softwareName} is ready at ${config.baseUrl}\n`);
	} else process.stdout.write(`${softwareName} worker is ready\n`);
	// Node writes compiled code when it exits, which a process that is killed does not. The first start takes 0.2 s for it.
	flushCompileCache();
}

main().catch((cause: unknown) => {
	if (cause instanceof ConfigError && !isDiskFull(cause)) {
		process.stderr.write(`${cause.message}\n`);
		process.exit(EXIT.config);
	}
	if (isDiskFull(cause)) {
		const { code, message } = cause as Error & { code?: string };
		process.stderr.write(`${code === "disk-full" ? message : DISK_FULL_AT_START}\n`);
		process.exit(EXIT.diskFull);
	}
	const damage = cause instanceof EmbeddedFailure ? cause.message : explainDamage(cause);
	if (damage !== null) {
		process.stderr.write(`${damage}\n`);
		process.exit(EXIT.databaseDied);
	}
	process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
	process.exit(EXIT.failed);
});
