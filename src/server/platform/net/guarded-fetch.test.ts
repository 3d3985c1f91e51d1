import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../errors.ts";
import { isPublicAddress, type Resolve } from "./address-guard.ts";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch.ts";

const servers: Server[] = [];
afterEach(async () => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});

async function serve(address: string, listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, address, resolve));
	return String((server.address() as AddressInfo).port);
}

/** A client that treats 127.0.0.2 as public; the rest of 127.0.0.0/8 stays private. */
function client(port: string, resolve?: Resolve): GuardedFetch {
	const also = { addresses: new Set(["127.0.0.2"]), ports: new Set([port]) };
	return createGuardedFetch({ allowPrivateHosts: false, also, ...(resolve && { resolve }) });
}

const codeOf = (reply: Promise<unknown>): Promise<string> =>
	reply.then(
		() => "answered",
		(cause: unknown) => (cause instanceof AppError ? cause.code : String(cause)),
	);

describe("public addresses", () => {
	it("are distinguished from all others", () => {
		const yes = ["8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"];
		const no = [
			...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
			...["172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"],
			...["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
			...["::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1"],
			...["100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1"],
			...["ff02::1", "5f00::1", "fe80::1%eth0", "2606:4700::1%lo", "", "localhost", "127.1"],
		];
		expect(yes.filter((address) => !isPublicAddress(address))).toEqual([]);
		expect(no.filter((address) => isPublicAddress(address))).toEqual([]);
	});
});

describe("the guarded client", () => {
	it("rejects every spelling of a private address", async () => {
		const port = await serve("127.0.0.1", (_, response) => response.end("secret"));
		const guarded = client(port);
		const hosts = [
			...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.1", "127.0.0.1."],
			...["localhost", "LOCALHOST", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"],
			...["[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "0", "0.0.0.0", "[::]", "169.254.169.254", "１２７.0.0.1"],
		];
		for (const host of hosts)
			expect([host, await codeOf(guarded(`http://${host}:${port}/`))]).toEqual([host, "host-not-allowed"]);
	});

	it("allows http and https on their default ports only", async () => {
		const guarded = createGuardedFetch({ allowPrivateHosts: false });
		for (const address of [
			...["file:///etc/passwd", "ftp://example.org/", "gopher://example.org/", "javascript:alert(1)", "data:,x"],
			...["//example.org", "not an address", "", "http://", "http://example.org:22/", "http://example.org:6379/"],
			...["http://user:password@example.org/", "http://user@example.org/"],
		])
			expect([address, await codeOf(guarded(address))]).toEqual([address, "bad-address"]);
	});

	it("rejects a name when any of its addresses is private", async () => {
		const port = await serve("127.0.0.2", (_, response) => response.end("fine"));
		const both = [
			{ address: "127.0.0.2", family: 4 },
			{ address: "10.0.0.1", family: 4 },
		];
		expect(await codeOf(client(port, async () => both)(`http://two.test:${port}/`))).toBe("host-not-allowed");
	});

	it("connects to the checked address even if the name resolves differently later", async () => {
		let secretsServed = 0;
		const port = await serve("127.0.0.2", (_, response) => response.end("public"));
		const inside = createServer((_, response) => response.end(String(++secretsServed)));
		servers.push(inside);
		await new Promise<void>((resolve) => inside.listen(Number(port), "127.0.0.1", resolve));
		let lookups = 0;
		const rebinding: Resolve = async () => [{ address: lookups++ === 0 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
		const guarded = client(port, rebinding);
		const reply = await guarded(`http://rebind.test:${port}/`);
		expect(new TextDecoder().decode(reply.body)).toBe("public");
		expect(await codeOf(guarded(`http://rebind.test:${port}/`))).toBe("host-not-allowed");
		expect(secretsServed).toBe(0);
	});

	it("checks every redirect", async () => {
		const targets = ["http://127.0.0.1/", "http://[::1]/", "//localhost/", "http://2130706433/", "http://10.0.0.1/"];
		const port = await serve("127.0.0.2", (request, response) => {
			const target = targets[Number(request.url?.slice(1))] ?? "file:///etc/passwd";
			response.writeHead(302, { location: target }).end();
		});
		const guarded = client(port);
		for (const index of targets.keys())
			expect(await codeOf(guarded(`http://127.0.0.2:${port}/${index}`))).toBe("host-not-allowed");
		expect(await codeOf(guarded(`http://127.0.0.2:${port}/99`))).toBe("bad-address");
	});

	it("follows five redirects, sends no credentials to another origin, and enforces the limit", async () => {
		const seen: string[] = [];
		const other = await serve("127.0.0.2", (request, response) => {
			seen.push(`${request.method} ${request.headers.authorization ?? "-"}`);
			response.end("there");
		});
		const port = await serve("127.0.0.2", (request, response) => {
			const hops = Number(request.url?.slice(1));
			const location = hops === 0 ? `http://127.0.0.2:${other}/` : `/${hops - 1}`;
			response.writeHead(303, { location }).end();
		});
		const guarded = createGuardedFetch({
			allowPrivateHosts: false,
			also: { addresses: new Set(["127.0.0.2"]), ports: new Set([port, other]) },
		});
		const request = { method: "POST", headers: { authorization: "key" }, body: "x" } as const;
		const reply = await guarded(`http://127.0.0.2:${port}/4`, request);
		expect(reply.url).toBe(`http://127.0.0.2:${other}/`);
		expect(seen).toEqual(["GET -"]);
		expect(await codeOf(guarded(`http://127.0.0.2:${port}/5`))).toBe("too-many-redirects");
		const first = await guarded(`http://127.0.0.2:${port}/1`, { maxRedirects: 0 });
		expect([first.status, first.headers.get("location")]).toEqual([303, "/0"]);
	});

	it("limits size, also after decompression, and time", async () => {
		const port = await serve("127.0.0.2", (request, response) => {
			if (request.url === "/large") return response.end("x".repeat(5000));
			if (request.url === "/bomb")
				return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000_000)));
			if (request.url === "/broken") return response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip");
			if (request.url === "/drip") return response.write("x");
			if (request.url === "/cut") {
				response.writeHead(200, { "content-length": "100" });
				return response.write("x", () => response.destroy());
			}
			return undefined;
		});
		const at = (path: string, maxBytes = 4000) =>
			codeOf(client(port)(`http://127.0.0.2:${port}${path}`, { maxBytes, timeoutMs: 400 }));
		expect(await at("/large")).toBe("too-large");
		expect(await at("/large", 5000)).toBe("answered");
		expect(await at("/bomb")).toBe("too-large");
		expect(await at("/broken")).toBe("unreachable");
		expect(await at("/cut")).toBe("unreachable");
		expect(await at("/drip")).toBe("timed-out");
		expect(await at("/silent")).toBe("timed-out");
		const stuck: Resolve = () => new Promise(() => undefined);
		expect(await codeOf(client(port, stuck)("http://slow.test/", { timeoutMs: 50 }))).toBe("timed-out");
	});

	it("never treats a body cut by its own timeout as complete", async () => {
		// Without a length, the end of the connection ends the body (RFC 9112 §6.3): our abort looks like the server's
		// close.
		const slow = createTcpServer((socket) => {
			socket.on("error", () => undefined);
			socket.write("HTTP/1.1 200 OK\r\ncontent-type: image/png\r\nconnection: close\r\n\r\nhalf a picture");
		});
		await new Promise<void>((resolve) => slow.listen(0, "127.0.0.2", resolve));
		const port = String((slow.address() as AddressInfo).port);
		try {
			const response = client(port)(`http://127.0.0.2:${port}/`, { timeoutMs: 300 });
			await expect(response).rejects.toMatchObject({ status: 504, code: "timed-out" });
			const controller = new AbortController();
			const waiting = client(port)(`http://127.0.0.2:${port}/`, { signal: controller.signal });
			setTimeout(() => controller.abort(new Error("enough")), 100);
			await expect(waiting).rejects.toThrow("enough");
		} finally {
			slow.close();
		}
	});

	it("accepts a partial body when only the status matters", async () => {
		const port = await serve("127.0.0.2", (request, response) => {
			if (request.url === "/large") return response.end("x".repeat(5000));
			if (request.url === "/broken")
				return response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.from("not gzip"));
			if (request.url === "/drip") return response.write("x");
			return undefined;
		});
		const at = async (path: string) => {
			const request = { method: "POST", maxBytes: 1000, timeoutMs: 400, partialBody: true } as const;
			const reply = await client(port)(`http://127.0.0.2:${port}${path}`, request);
			return [reply.status, new TextDecoder().decode(reply.body)];
		};
		expect(await at("/large")).toEqual([200, "x".repeat(1000)]);
		expect(await at("/broken")).toEqual([200, ""]);
		expect(await at("/drip")).toEqual([200, "x"]);
		expect(await codeOf(at("/silent"))).toBe("timed-out");
	});

	it("reports unreachable hosts, and can be aborted", async () => {
		const port = await serve("127.0.0.2", () => undefined);
		const gone = client(port, () => Promise.reject(new Error("ENOTFOUND")));
		expect(await codeOf(gone("http://nobody.test/"))).toBe("unreachable");
		const controller = new AbortController();
		const waiting = client(port)(`http://127.0.0.2:${port}/`, { signal: controller.signal });
		controller.abort(new Error("enough"));
		await expect(waiting).rejects.toThrow("enough");
	});

	it("allows private hosts when the operator does", async () => {
		const port = await serve("127.0.0.1", (request, response) => response.end(request.headers.host));
		const reply = await createGuardedFetch({ allowPrivateHosts: true })(`http://localhost:${port}/`);
		expect(new TextDecoder().decode(reply.body)).toBe(`localhost:${port}`);
	});
});
