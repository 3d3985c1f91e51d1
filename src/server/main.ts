import { ConfigError, readConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { startServer } from "./server.ts";

/** The program: reads the settings, starts, and stops gracefully when told to. */

async function main(): Promise<void> {
	const config = readConfig(process.env);
	const log = createLogger(config);
	const server = await startServer(config, {
		log,
		onCrash(cause) {
			log.fatal({ err: cause }, "the embedded database died; start again, nothing acknowledged is lost");
			process.exit(70);
		},
	});
	let stopping = false;
	const stop = (signal: string): void => {
		if (stopping) process.exit(1);
		stopping = true;
		log.info({ signal }, "stopping");
		server.stop().then(
			() => process.exit(0),
			(cause: unknown) => {
				log.error({ err: cause }, "the stop was not clean");
				process.exit(1);
			},
		);
	};
	process.on("SIGINT", stop);
	process.on("SIGTERM", stop);
	// The launcher that started this process has died.
	process.on("disconnect", () => stop("disconnect"));
	if (server.url !== null) process.stdout.write(`Mailstead is ready at ${config.baseUrl}\n`);
	else process.stdout.write("Mailstead worker is ready\n");
}

main().catch((cause: unknown) => {
	if (cause instanceof ConfigError) process.stderr.write(`${cause.message}\n`);
	else process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
	process.exit(cause instanceof ConfigError ? 78 : 1);
});
