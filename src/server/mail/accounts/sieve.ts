import type { Net } from "../../platform/net/net.ts";

/** IANA port of ManageSieve (RFC 5804 §1.8). */
const PORT = 4190;
const LIMIT_MS = 2_000;
const MAX_BYTES = 4_096;

/**
 * Detects a ManageSieve server: connects to its port on the very host that the user named, sends nothing, and reads the
 * greeting.
 * @returns null when no ManageSieve greeting arrives in time
 */
export async function findSieve(
	net: Net,
	host: string,
	signal: AbortSignal,
	port = PORT,
): Promise<{ host: string; port: number } | null> {
	try {
		const connection = await net.tcp(host, port, { totalMs: LIMIT_MS, maxBytes: MAX_BYTES, signal });
		try {
			return (await greetsAsSieve(() => connection.readLine())) ? { host, port } : null;
		} finally {
			connection.close();
		}
	} catch {
		return null;
	}
}

/** RFC 5804 §1.7: the greeting lists capabilities, IMPLEMENTATION and SIEVE among them, and ends with OK. */
async function greetsAsSieve(readLine: () => Promise<string | null>): Promise<boolean> {
	let hasSieve = false;
	for (let line = await readLine(); line !== null; line = await readLine()) {
		if (/^OK\b/i.test(line)) return hasSieve;
		if (/^"SIEVE"/i.test(line)) hasSieve = true;
	}
	return false;
}
