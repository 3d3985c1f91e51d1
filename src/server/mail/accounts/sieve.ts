import { connect } from "node:net";
import type { MailContext } from "../context/context.ts";
import { resolveMailHost } from "../sessions/session.ts";

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
	config: MailContext["config"],
	host: string,
	signal: AbortSignal,
	port = PORT,
): Promise<{ host: string; port: number } | null> {
	try {
		const [address] = await resolveMailHost(config, host);
		if (address === undefined || signal.aborted) return null;
		const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
		return (await greetsAsSieve(address, port, limit)) ? { host, port } : null;
	} catch {
		return null;
	}
}

/** RFC 5804 §1.7: the greeting lists capabilities, IMPLEMENTATION and SIEVE among them, and ends with OK. */
function greetsAsSieve(address: string, port: number, signal: AbortSignal): Promise<boolean> {
	return new Promise((resolve) => {
		let said = "";
		const socket = connect({ host: address, port, signal });
		const end = (): void => {
			resolve(/^"SIEVE"/im.test(said) && /^OK\b/im.test(said));
			socket.destroy();
		};
		socket.setEncoding("latin1");
		socket.on("data", (text: string) => {
			said += text;
			if (said.length > MAX_BYTES || /^OK\b/im.test(said)) end();
		});
		socket.once("error", end);
		socket.once("close", end);
	});
}
