import { setFlagsFromString } from "node:v8";
import { readConfig } from "../config.ts";
import { modules } from "../modules.ts";
import { createNet } from "../platform/net/net.ts";
import { runCommand, UsageError } from "./command.ts";

/** The commands of the tools: `npm run mailstead -- <command> …`. */

const commands = modules.flatMap((module) => module.commands ?? []);
const USAGE = `Usage: npm run mailstead -- <command>\n\n${commands.map(({ usage }) => usage).join("\n")}`;

async function main(signal: AbortSignal): Promise<number> {
	const [name, ...args] = process.argv.slice(2);
	if (name === undefined || name === "--help" || name === "-h") {
		process.stdout.write(USAGE);
		return name === undefined ? 1 : 0;
	}
	const command = commands.find((one) => one.name === name);
	if (command === undefined) throw new UsageError(`There is no command “${name}”.\n\n${USAGE}`);
	if (args.includes("--help") || args.includes("-h")) {
		process.stdout.write(command.usage);
		return 0;
	}
	const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
	const { stdout, stderr } = process;
	return command.run({ config, net: createNet(config), now: Date.now, signal, stdout, stderr }, args);
}

// Commands stream long files: by default V8 lets a heap of 60 MB grow to 210 MB of garbage before it collects it.
setFlagsFromString("--heap-growing-percent=50");
runCommand(main, "Stopped.");
