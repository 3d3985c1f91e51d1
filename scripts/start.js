// npm start: installs, builds and runs, each only when needed.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, findNode, root } from "./setup.js";

ensureInstalled();
await ensureBuilt();

const server = spawn(findNode(), ["--disable-warning=ExperimentalWarning", join(root, "src/server/main.ts")], {
	// The channel lets the server notice when this launcher dies, and stop.
	stdio: ["inherit", "inherit", "inherit", "ipc"],
	env: {
		...process.env,
		NODE_ENV: process.env.NODE_ENV ?? "production",
		// Compiled code is kept from one start to the next.
		NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compile"),
	},
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
	process.on(signal, () => {
		// Ctrl-C reaches the whole terminal group: the server has it already.
		if (signal !== "SIGINT" || !process.stdin.isTTY) server.kill(signal);
	});
server.once("exit", (code, signal) => process.exit(signal === null ? code : 1));
