import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { createDns } from "#server/platform/net/dns/dns.ts";
import type { Zone, Zones } from "../dns/dns.ts";
import { freePort } from "../free-port.ts";
import { zoneFile } from "./zone-file.ts";

/** Knot DNS: KNOT, else the usual locations; null: not installed. */
export const knotPath: string | null =
	process.env.KNOT ?? ["/usr/sbin/knotd", "/usr/local/sbin/knotd"].find((path) => existsSync(path)) ?? null;

export interface Knot {
	/** For DNS_SERVERS. */
	server: string;
	close(): Promise<void>;
}

/** Whether Knot can serve it: not how a server behaves, and no zone of its own. */
export function isServable(zone: Zone | undefined): boolean {
	return typeof zone === "object" && zone.DELAY === undefined && zone.TCP_ONLY === undefined;
}

/** Knot DNS on 127.0.0.1 with a test's zones, all in the root zone. */
export async function startKnot(program: string, zones: Zones): Promise<Knot> {
	const folder = await mkdtemp(join(tmpdir(), "knot-"));
	await mkdir(join(folder, "db"));
	const port = await freePort();
	await writeFile(join(folder, "root.zone"), zoneFile(zones));
	await writeFile(join(folder, "knot.conf"), configuration(folder, port));
	const child = spawn(program, ["-c", join(folder, "knot.conf")], { stdio: ["ignore", "ignore", "pipe"] });
	let output = "";
	child.stderr.on("data", (data: Buffer) => {
		output += data.toString();
	});
	const server = `127.0.0.1:${port}`;
	const close = async (): Promise<void> => {
		if (child.exitCode === null && child.signalCode === null) {
			const ended = once(child, "exit");
			child.kill("SIGTERM");
			await ended;
		}
		await rm(folder, { recursive: true });
	};
	try {
		await vi.waitUntil(
			async () => {
				if (child.exitCode !== null) throw new Error(`Knot ended: ${output}`);
				const { outcome } = await createDns({ servers: [server], timeoutsMs: [500] }).query("ns.test", "A");
				return outcome === "records";
			},
			{ timeout: 30_000, interval: 100 },
		);
	} catch (cause) {
		await close();
		throw new Error(`Knot did not answer: ${output}`, { cause });
	}
	return { server, close };
}

function configuration(folder: string, port: number): string {
	return `server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
database:
    storage: "${folder}/db"
log:
  - target: stderr
    any: warning
zone:
  - domain: .
    storage: "${folder}"
    file: root.zone
    zonefile-sync: -1
    journal-content: none
`;
}
