import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Measured {
	seconds: number;
	/** Peak resident memory in MB (10^6 bytes); null where the system does not report it. */
	peakMb: number | null;
}

/** Whether a program is in PATH. */
export function isInstalled(program: string): boolean {
	return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Runs a program until it exits. @throws when it fails, with its output */
export async function measure(
	command: string,
	args: string[],
	env: Record<string, string> = {},
): Promise<Measured & { output: string }> {
	const begin = performance.now();
	const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
	const memory = watchMemory(child);
	let output = "";
	child.stdout.on("data", (data: Buffer) => {
		output += data.toString();
	});
	child.stderr.on("data", (data: Buffer) => {
		output += data.toString();
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	const seconds = (performance.now() - begin) / 1000;
	if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${output.slice(-2000)}`);
	return { seconds, peakMb: memory(), output };
}

/** Polls a process's peak memory; the last value before it exits counts. @returns MB so far */
export function watchMemory(child: ChildProcess): () => number | null {
	let peak: number | null = null;
	const poll = (): void => {
		if (child.pid !== undefined) peak = peakOf(child.pid) ?? peak;
	};
	const timer = setInterval(poll, 20);
	timer.unref();
	child.once("exit", () => clearInterval(timer));
	return () => {
		poll();
		return peak;
	};
}

/** Peak resident memory of a process, as tracked by Linux. */
export function peakOf(pid: number): number | null {
	return memoryOf(pid, "VmHWM");
}

/** Current resident memory of a process. */
export function residentOf(pid: number): number | null {
	return memoryOf(pid, "VmRSS");
}

function memoryOf(pid: number, name: string): number | null {
	try {
		const text = readFileSync(`/proc/${pid}/status`, "utf8");
		const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1];
		return kilobytes === undefined ? null : Math.round((Number(kilobytes) * 1024) / 1e6);
	} catch {
		return null;
	}
}

/** CPU time of a process so far, all threads, in milliseconds; null where the system does not report it. */
export function processorMs(pid: number): number | null {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
			.replace(/^.*\) /, "")
			.split(" ");
		// Linux counts in hundredths of a second.
		return (Number(fields[11]) + Number(fields[12])) * 10;
	} catch {
		return null;
	}
}
