import { findMailHost } from "#kernel/domains.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Dns } from "#kernel/net.ts";
import type { Check, SelfTest } from "../../contract.ts";
import { heloNameOf } from "./helo.ts";
import { openSession, SessionRefused } from "./session.ts";

/** Its servers name the address that a client connects from. */
const TEST_DOMAIN = "gmail.com";

type Context = Pick<MailContext, "net" | "config" | "now">;
type Finding = Pick<Check, "state" | "detail" | "source">;

/**
 * Whether mail servers can be asked from here: port 25 is open, the address has a name in reverse DNS that leads back to
 * it, and the HELO name leads to it, too. Many mail servers refuse connections without these.
 */
export async function testProbing(ctx: Context, signal: AbortSignal): Promise<SelfTest> {
	const heloName = heloNameOf(ctx.config);
	const checks: Check[] = [];
	const add = async (name: string, run: () => Promise<Finding>): Promise<Finding> => {
		const startedAt = ctx.now();
		const found = await run();
		const checkedAt = new Date(ctx.now()).toISOString();
		checks.push({ name, ...found, durationMs: ctx.now() - startedAt, checkedAt });
		return found;
	};
	let address: string | null = null;
	const port = await add("port-25", async () => {
		const found = await connect(ctx, heloName, signal);
		address = found.address;
		return found;
	});
	await add("reverse-dns", () => checkReverse(ctx.net.dns, address, signal));
	await add("helo-name", () => checkHelo(ctx.net.dns, heloName, address, signal));
	const isComplete = checks.every(({ state }) => state === "pass");
	return { result: port.state !== "pass" ? "no" : isComplete ? "yes" : "limited", heloName, address, checks };
}

async function connect(
	{ net, config }: Context,
	heloName: string,
	signal: AbortSignal,
): Promise<Finding & { address: string | null }> {
	const { hosts } = await findMailHost(net.dns, TEST_DOMAIN, signal);
	const [host] = hosts;
	if (host === undefined)
		return { state: "error", detail: `${TEST_DOMAIN} could not be looked up.`, source: null, address: null };
	const { port } = config.probe;
	try {
		const session = await openSession({ tcp: net.tcp, host, port, heloName, signal });
		await session.end();
		const address = /\[(?:IPv6:)?([\da-f.:]+)\]/i.exec(session.greeting)?.[1] ?? null;
		return { state: "pass", detail: `${host} answers on port ${port}.`, source: host, address };
	} catch (cause) {
		if (cause instanceof SessionRefused)
			return { state: "fail", detail: `${host} refuses this server: ${cause.message}`, source: host, address: null };
		if (!(cause instanceof AppError)) throw cause;
		const detail = `${cause.message} Many networks block port ${port}; your hosting provider can tell you.`;
		return { state: "fail", detail, source: host, address: null };
	}
}

/** Forward-confirmed reverse DNS (RFC 8601 §2.7.3). */
async function checkReverse(dns: Dns, address: string | null, signal: AbortSignal): Promise<Finding> {
	if (address === null) return unknownAddress("The reverse DNS");
	const answer = await dns.reverse(address, { signal });
	const source = answer.server;
	if (answer.outcome === "nxdomain" || answer.outcome === "nodata")
		return {
			state: "fail",
			detail: `${address} has no name in reverse DNS. Ask your hosting provider for one.`,
			source,
		};
	if (answer.outcome !== "records")
		return { state: "error", detail: `The reverse DNS of ${address} could not be looked up.`, source };
	for (const { data } of answer.records) {
		const name = data.replace(/\.$/, "");
		if ((await addressesOf(dns, name)).includes(address))
			return { state: "pass", detail: `${address} is ${name}, and ${name} leads back to it.`, source };
	}
	const [first] = answer.records;
	return { state: "fail", detail: `${address} is ${first?.data}, which does not lead back to it.`, source };
}

async function checkHelo(dns: Dns, name: string, address: string | null, signal: AbortSignal): Promise<Finding> {
	signal.throwIfAborted();
	if (!name.includes("."))
		return {
			state: "fail",
			detail: `${name} is not a complete host name. The operator can set PROBE_HELO_NAME.`,
			source: null,
		};
	const addresses = await addressesOf(dns, name);
	if (addresses.length === 0) return { state: "fail", detail: `${name} has no address in DNS.`, source: null };
	if (address === null) return unknownAddress(`${name} has an address. Whether it is this server's`);
	return addresses.includes(address)
		? { state: "pass", detail: `${name} leads to ${address}.`, source: null }
		: { state: "fail", detail: `${name} leads to ${addresses[0]}, not to ${address}.`, source: null };
}

function unknownAddress(subject: string): Finding {
	return {
		state: "not-checked",
		detail: `${subject} is unknown: no mail server named this server's address.`,
		source: null,
	};
}

async function addressesOf(dns: Dns, name: string): Promise<string[]> {
	try {
		return (await dns.addresses(name)).map(({ address }) => address);
	} catch {
		return [];
	}
}
