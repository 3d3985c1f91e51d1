import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MountedRoute } from "#server/http/mount.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { fixtures, startTwoPeople, type TwoPeople } from "#test/two-people.ts";
import { type Leaf, replaced, requestOf, type SampleRequest, sampleOf } from "./samples.ts";

/** Addresses of this machine and its network, in every way to write them, in every field that takes an address. */

let dns: TestDns;
let trap: Server;
let port: number;
const connections: string[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
	dns = await startDns({
		"inner.example": { A: "127.0.0.1", AAAA: "::1" },
		"both.example": { A: ["192.0.2.1", "127.0.0.1"] },
		"alias.example": { CNAME: "inner.example" },
	});
	trap = createServer((socket) => {
		sockets.add(socket);
		connections.push(`${socket.remoteAddress}:${socket.remotePort}`);
		socket.end("HTTP/1.1 204 No Content\r\n\r\n");
	});
	// Both families.
	await new Promise<void>((resolve) => trap.listen(0, "::", resolve));
	const address = trap.address();
	port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(async () => {
	for (const socket of sockets) socket.destroy();
	await new Promise((resolve) => trap.close(resolve));
	await dns.close();
});

const HOSTS = [
	...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.0.0.1.", "0.0.0.0", "0"],
	...["localhost", "localhost.", "LOCALHOST", "a.localhost", "inner.example", "both.example", "alias.example"],
	...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[64:ff9b::7f00:1]", "[::127.0.0.1]"],
	...["①②⑦.⓪.⓪.①", "127。0。0。1", "169.254.169.254", "10.0.0.1", "[fd00::1]", "[fe80::1]"],
];

const isUrl = ({ name, format }: Leaf): boolean => format === "uri" || /url|link|endpoint|webhook|href/i.test(name);
const isHost = ({ name }: Leaf): boolean => /host|server|domain/i.test(name);

/** Requests with an inner address in a field that takes one; `port` is the trap's wherever a port can be given. */
function* attacks({ spec }: MountedRoute, params: Record<string, string>): Generator<SampleRequest> {
	for (const part of ["query", "body"] as const) {
		const schema = spec[part];
		if (schema === undefined) continue;
		const { value, leaves } = sampleOf(schema);
		const withPort = JSON.parse(
			JSON.stringify(value, (name, one: unknown) => (name === "port" ? port : one)) ?? "null",
		) as unknown;
		for (const leaf of leaves.filter((one) => isUrl(one) || isHost(one)))
			for (const host of HOSTS)
				for (const text of isUrl(leaf)
					? [`http://${host}:${port}/`, `https://${host}:${port}/`]
					: [host.replace(/[[\]]/g, "")])
					yield requestOf(spec, { params, [part]: replaced(withPort, leaf.path, text) });
	}
}

async function attackAll({ server, routes, ada, ids }: TwoPeople): Promise<number> {
	let count = 0;
	const inputs = Object.assign({}, ...fixtures.map((fixture) => fixture.inputs));
	for (const route of routes.filter(({ spec, id }) => spec.stream === undefined && inputs[id]?.query === undefined)) {
		const own = Object.entries(ids).find(([part]) => route.spec.path.startsWith(`/api/v1/${part}/`))?.[1] ?? "";
		const params = Object.fromEntries(Object.keys(route.spec.params?.shape ?? {}).map((name) => [name, own]));
		for (const { path, init } of attacks(route, params)) {
			count++;
			await server.ctx.database.exec("delete from rate_limits", []);
			const reply = await ada.fetch(path, { redirect: "manual", ...init, signal: AbortSignal.timeout(60_000) });
			const text = await reply.text();
			if (reply.status >= 500 && reply.status !== 502 && reply.status !== 503 && reply.status !== 504)
				throw new Error(`${route.id}: ${reply.status} ${text.slice(0, 200)}`);
		}
	}
	// Some jobs are retried for hours: each has tried once.
	const untried = "select kind from jobs where state = 'queued' and started_at is null and depends_on is null";
	await expect.poll(() => server.ctx.database.query(untried, []), { timeout: 120_000 }).toEqual([]);
	return count;
}

describe("a server that may not reach private addresses", () => {
	it("connects to none of them, whatever names them", { timeout: 1_200_000 }, async () => {
		const people = await startTwoPeople({ env: { DNS_SERVERS: dns.server } });
		expect(await attackAll(people)).toBeGreaterThan(300);
		await people.server.close();
		expect(connections).toEqual([]);
	});

	it("is not spared by the trap: where the operator allows them, it connects", { timeout: 1_200_000 }, async () => {
		const people = await startTwoPeople({ env: { DNS_SERVERS: dns.server, ALLOW_PRIVATE_HOSTS: "on" } });
		await attackAll(people);
		await people.server.close();
		expect(connections.length).toBeGreaterThan(0);
	});
});
