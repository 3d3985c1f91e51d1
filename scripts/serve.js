// Supervises the server: forwards signals, kills a server that does not stop in time, and restarts it after a crash.
// Plain JavaScript without packages, so that it starts fast and uses little memory.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The server stops within 8 seconds unless its event loop is blocked. */
const STOP_WITHIN_MS = 9_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/** After this long without a crash the backoff starts over. */
const CALM_MS = 300_000;
/**
 * Each thread would let up to 128 MB of young objects collect before it looks for what is unused; with 16 MB an import
 * takes as long and 300 MB less (docs/measurements/import-sync-and-search.md).
 */
const NODE_OPTIONS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=8"];
/** The server's exit code for invalid settings (EX_CONFIG). */
const EXIT_CONFIG = 78;

function log(level, event, fields, msg) {
	process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), event, ...fields, msg })}\n`);
}

/** Completes the exit note of a server (src/server/platform/watchdog/exit-notes.ts), which the next server reads. */
function writeExitNote({ processId, exitNote }, reason) {
	try {
		mkdirSync(dirname(exitNote), { recursive: true, mode: 0o700 });
		const note = { jobId: null, isKnown: false, ...readNote(exitNote), processId, isOver: true };
		if (reason === "stopped" || note.reason === undefined) note.reason = reason;
		// Blocked until it was killed.
		if (note.reason === "blocked") note.reason = "frozen";
		writeFileSync(`${exitNote}.new`, JSON.stringify(note), { mode: 0o600, flush: true });
		renameSync(`${exitNote}.new`, exitNote);
	} catch (cause) {
		log(50, "server.note_failed", { cause: cause.message }, "How the server ended could not be written down");
	}
}

function readNote(path) {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return {};
	}
}

/**
 * Runs the server until it stops or cannot start, then exits.
 * @param node path of the Node binary
 * @param program path of its main module
 */
export function serve(node, program = join(root, "src/server/main.ts")) {
	let server = null;
	let isStopping = false;
	let wasReady = false;
	let failures = 0;
	let deadline;
	let restart;

	function start() {
		const startedAt = Date.now();
		let started = null;
		server = spawn(node, [...NODE_OPTIONS, program], {
			// The channel lets the server notice when this launcher dies, and stop.
			stdio: ["inherit", "inherit", "inherit", "ipc"],
			env: {
				...process.env,
				NODE_ENV: process.env.NODE_ENV ?? "production",
				// glibc would keep what each thread frees for that thread; two arenas take 100 MB less, and no time (docs/measurements/import-sync-and-search.md).
				MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
				// Cache compiled code between starts.
				NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compile"),
			},
		});
		server.on("message", (message) => {
			if (message?.type === "started") started = message;
			if (message?.type === "ready") wasReady = true;
		});
		server.once("error", (cause) => {
			process.stderr.write(`The server could not be started: ${cause.message}\n`);
			process.exit(1);
		});
		server.once("exit", (code, signal) => {
			server = null;
			clearTimeout(deadline);
			if (isStopping) {
				if (started !== null && code !== 0) writeExitNote(started, "stopped");
				process.exit(code ?? 1);
			}
			// A server that cannot start has logged why; a restart would not help.
			if (code === 0 || code === EXIT_CONFIG || (code !== null && !wasReady)) process.exit(code);
			if (started !== null) writeExitNote(started, "crashed");
			if (Date.now() - startedAt > CALM_MS) failures = 0;
			startAgain(code, signal);
		});
	}

	function startAgain(code, signal) {
		const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
		failures++;
		const how = signal === null ? `exit code ${code}` : signal;
		log(
			50,
			"server.restarting",
			{ code, signal, failures, delayMs },
			`The server ended with ${how}; it starts again in ${delayMs / 1000} s`,
		);
		restart = setTimeout(start, delayMs);
	}

	function stop(signal) {
		// Ctrl-C is sent to the whole process group: the server already received it.
		const isSent = signal === "SIGINT" && process.stdin.isTTY;
		clearTimeout(restart);
		if (server === null) process.exit(0);
		if (!isSent) server.kill(signal);
		if (isStopping) return;
		isStopping = true;
		deadline = setTimeout(() => {
			log(50, "server.stop_timed_out", {}, "The server did not stop in time and is killed");
			server?.kill("SIGKILL");
		}, STOP_WITHIN_MS);
	}

	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
	start();
}

// Entry point of the image: everything is installed and built. An argument replaces the program, for tests.
if (process.argv[1] === fileURLToPath(import.meta.url)) serve(process.execPath, process.argv[2]);
