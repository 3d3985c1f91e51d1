import { passOn } from "./emulator.ts";
import { serve } from "./serve.ts";

/** Possible faults of a provider. */
export type Fault =
	/** The user denies consent. */
	| "denied"
	/** It redirects back without a code. */
	| "no-code"
	/** The token's signature is invalid. */
	| "signature"
	/** The token's nonce is from another attempt. */
	| "nonce"
	/** The code is rejected. */
	| "code"
	/** The provider is down. */
	| "down";

export interface FaultyProxy {
	url: string;
	/** Injects this fault from now on; null: none. */
	fail(fault: Fault | null): void;
	close(): Promise<void>;
}

/** A proxy in front of an emulator that forwards everything and injects faults on request. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
	let fault: Fault | null = null;
	let own = "";

	async function answer(request: Request): Promise<Response> {
		const url = new URL(request.url);
		if (fault === "down") return new Response("Bad gateway", { status: 502 });
		const isAuthorization = url.searchParams.has("redirect_uri");
		if (isAuthorization && (fault === "denied" || fault === "no-code")) return redirectWithError(url, fault);
		if (isAuthorization && fault === "nonce") url.searchParams.set("nonce", "of-another-attempt");
		if (request.method === "POST" && /\/token$/.test(url.pathname) && fault === "code")
			return Response.json({ error: "invalid_grant" }, { status: 400 });
		const reply = await passOn(request, url, target);
		return spoil(reply, fault, target, own);
	}

	const listener = await serve(answer);
	own = listener.url;
	return {
		...listener,
		fail: (next) => {
			fault = next;
		},
	};
}

function redirectWithError(authorizeUrl: URL, fault: "denied" | "no-code"): Response {
	const back = new URL(authorizeUrl.searchParams.get("redirect_uri") ?? "");
	back.searchParams.set("state", authorizeUrl.searchParams.get("state") ?? "");
	if (fault === "denied") back.searchParams.set("error", "access_denied");
	return new Response(null, { status: 302, headers: { location: back.href } });
}

async function spoil(reply: Response, fault: Fault | null, target: string, own: string): Promise<Response> {
	if (!reply.headers.get("content-type")?.includes("json")) return reply;
	const json = (await reply.json()) as Record<string, unknown>;
	for (const [name, value] of Object.entries(json)) {
		// Endpoints point to this proxy; the issuer is unchanged, because tokens contain it.
		if (typeof value === "string" && name !== "issuer" && value.startsWith(target))
			json[name] = own + value.slice(target.length);
		if (name === "id_token" && fault === "signature") json[name] = forged(String(value));
	}
	return Response.json(json, { status: reply.status });
}

/** The token with other claims and the original signature. */
function forged(token: string): string {
	const [head, body, signature] = token.split(".");
	const claims = JSON.parse(Buffer.from(body ?? "", "base64url").toString()) as object;
	const changed = Buffer.from(JSON.stringify({ ...claims, name: "Somebody Else" })).toString("base64url");
	return [head, changed, signature].join(".");
}
