import { PGlite } from "@electric-sql/pglite";
import type { EngineLog } from "./embedded-failure.ts";
import { withoutOptimizing } from "./unoptimized.ts";

/** There is one session; structures for a hundred would waste memory. */
const SETTINGS = { shared_buffers: "64MB", max_connections: "10" };
const START_PARAMS = [
	...PGlite.defaultStartParams,
	...Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];
/** A Query message (PostgreSQL protocol 3.0) without a statement. */
const NO_STATEMENT = Uint8Array.from([..."Q\0\0\0\u0005\0"].map((character) => character.charCodeAt(0)));

class Engine extends PGlite {
	/**
	 * PGlite's last step of starting, which reads types that only its own queries need. The first statement is one without
	 * words instead, for the parser.
	 */
	override async _initArrayTypes(): Promise<void> {
		await withoutOptimizing(() => this.execProtocol(NO_STATEMENT, { syncToFs: false }));
	}
}

/**
 * Opens a database that `createCluster` has created.
 * @param dataDir its folder
 * @param log gets what the database logs
 */
export async function openEngine(dataDir: string, log?: EngineLog): Promise<PGlite> {
	const onStderr = (line: string): boolean => {
		log?.add(line);
		return false;
	};
	const engine = new Engine(dataDir, { startParams: START_PARAMS, onStderr });
	await engine.waitReady;
	return engine;
}

/** Creates a database. Runs in a thread of its own: what it compiles stays unoptimized until the thread ends. */
export async function createCluster(dataDir: string): Promise<void> {
	const engine = await PGlite.create(dataDir, { startParams: START_PARAMS });
	await engine.close();
}
