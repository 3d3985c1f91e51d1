import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";

/** What can go wrong at a provider. */
export type Fault =
	/** The person says no. */
	| "denied"
	/** It sends the person back without a code. */
	| "no-code"
	/** The token's signature is not its own. */
	| "signature"
	/** The token was made for another attempt. */
	| "nonce"
	/** The code is not accepted. */
	| "code"
	/** Nothing answers. */
	| "down";

export interface FaultyProxy {
	url: string;
	/** Goes wrong from now on; null: all is well again. */
	fail(fault: Fault | null): void;
	close(): Promise<void>;
}

/** Stands in front of an emulator, passes everything on, and spoils it when told to. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
	let fault: Fault | null = null;
	let own = "";

	async function answer(request: Request): Promise<Response> {
		const url = new URL(request.url);
		if (fault === "down") return new Response("Bad gateway", { status: 502 });
		const asksPerson = url.searchParams.has("redirect_uri");
		if (asksPerson && (fault === "denied" || fault === "no-code")) return sendBack(url, fault);
		if (asksPerson && fault === "nonce") url.searchParams.set("nonce", "of-another-attempt");
		if (request.method === "POST" && /\/token$/.test(url.pathname) && fault === "code")
			return Response.json({ error: "invalid_grant" }, { status: 400 });
		const headers = new Headers(request.headers);
		headers.delete("host");
		const body = request.method === "POST" ? await request.arrayBuffer() : null;
		const reply = await fetch(target + url.pathname + url.search, {
			method: request.method,
			headers,
			body,
			redirect: "manual",
		});
		return spoil(reply, fault, target, own);
	}

	const listener = getRequestListener(answer, { overrideGlobalObjects: false });
	const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	own = `http://localhost:${(server.address() as AddressInfo).port}`;
	return {
		url: own,
		fail: (next) => {
			fault = next;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function sendBack(asked: URL, fault: "denied" | "no-code"): Response {
	const back = new URL(asked.searchParams.get("redirect_uri") ?? "");
	back.searchParams.set("state", asked.searchParams.get("state") ?? "");
	if (fault === "denied") back.searchParams.set("error", "access_denied");
	return new Response(null, { status: 302, headers: { location: back.href } });
}

async function spoil(reply: Response, fault: Fault | null, target: string, own: string): Promise<Response> {
	const headers = new Headers(reply.headers);
	headers.delete("content-length");
	headers.delete("content-encoding");
	headers.delete("transfer-encoding");
	if (!headers.get("content-type")?.includes("json"))
		return new Response(reply.body, { status: reply.status, headers });
	const said = (await reply.json()) as Record<string, unknown>;
	for (const [name, value] of Object.entries(said)) {
		// Endpoints lead through here; the issuer keeps its name, which its tokens carry.
		if (typeof value === "string" && name !== "issuer" && value.startsWith(target))
			said[name] = own + value.slice(target.length);
		if (name === "id_token" && fault === "signature") said[name] = forged(String(value));
	}
	return Response.json(said, { status: reply.status });
}

/** The token with other claims and its old signature. */
function forged(token: string): string {
	const [head, body, signature] = token.split(".");
	const claims = JSON.parse(Buffer.from(body ?? "", "base64url").toString()) as object;
	const changed = Buffer.from(JSON.stringify({ ...claims, name: "Somebody Else" })).toString("base64url");
	return [head, changed, signature].join(".");
}
