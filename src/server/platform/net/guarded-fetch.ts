import type { LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { AppError, badRequest } from "../../errors.ts";
import { readBeginning, readDecoded } from "../http/decoded-body.ts";
import { type AddressRules, isAllowed, resolvePublic } from "./address-guard.ts";

export interface GuardedRequest {
	method?: "GET" | "HEAD" | "POST";
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** Of the decoded body; more is an error, not a cut, unless `partialBody` is set. */
	maxBytes?: number;
	/**
	 * The status is what counts: what exceeds `maxBytes`, is packed badly or does not come in time is left out of the body,
	 * and is no error.
	 */
	partialBody?: boolean;
	/** For everything together: looking up, redirects, the body. */
	timeoutMs?: number;
	/** How many are followed; 0 gives the redirect itself back. */
	maxRedirects?: number;
	signal?: AbortSignal;
}

export interface GuardedReply {
	/** Any status, also 4xx and 5xx. */
	status: number;
	headers: Headers;
	body: Uint8Array;
	/** After redirects. */
	url: string;
}

/** The one way to fetch an address that mail or a person supplied. */
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedReply>;

const ports = new Set(["", "80", "443", "8080", "8443"]);
const redirects = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/**
 * A client that reaches the public internet only. Names are resolved once and the connection goes to the
 * addresses that were judged; every redirect is judged anew.
 *
 * It throws AppError with the codes `bad-address` (not http or https, a password in it, an odd port),
 * `host-not-allowed`, `too-many-redirects`, `too-large`, `timed-out`, and `unreachable`.
 */
export function createGuardedFetch(rules: AddressRules): GuardedFetch {
	return async (address, request = {}) => {
		const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
		const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
		try {
			return await follow(checkedUrl(address, rules), request, rules, signal);
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			if (request.signal?.aborted) throw request.signal.reason;
			const host = hostOf(address);
			if (timeout.aborted) throw new AppError(504, "timed-out", `${host} did not answer in time.`, { cause });
			throw new AppError(502, "unreachable", `${host} could not be reached.`, { cause });
		}
	};
}

async function follow(
	start: URL,
	request: GuardedRequest,
	rules: AddressRules,
	signal: AbortSignal,
): Promise<GuardedReply> {
	const most = request.maxRedirects ?? MAX_REDIRECTS;
	let url = start;
	let current = request;
	for (let count = 0; ; count++) {
		const addresses = await abortable(resolvePublic(url.hostname, rules), signal);
		const message = await send(url, current, addresses, rules, signal);
		const status = message.statusCode ?? 0;
		const location = redirects.has(status) ? message.headers.location : undefined;
		if (location === undefined || most === 0) {
			const body = current.method === "HEAD" ? new Uint8Array() : await bodyOf(message, request);
			message.destroy();
			// Where the end of the connection ends the body, breaking it off here looks like a whole reply.
			if (request.partialBody !== true) signal.throwIfAborted();
			return { status, headers: headersOf(message), body, url: url.href };
		}
		message.destroy();
		if (count === most) throw new AppError(502, "too-many-redirects", `${hostOf(start.href)} redirects too often.`);
		const next = checkedUrl(location, rules, url);
		current = redirected(current, status, next.origin === url.origin);
		url = next;
	}
}

function bodyOf(message: IncomingMessage, request: GuardedRequest): Promise<Uint8Array> {
	const { maxBytes = MAX_BYTES, partialBody = false } = request;
	return partialBody ? readBeginning(message, maxBytes) : readDecoded(message, maxBytes);
}

/** @throws AppError 400 `bad-address` */
function checkedUrl(address: string, rules: AddressRules, base?: URL): URL {
	// Parsing turns decimal, octal and hexadecimal spellings of IPv4 into the plain one (URL Standard §3.5).
	const url = URL.parse(address, base?.href);
	if (url === null) throw badRequest("bad-address", "This is not a web address.");
	if (url.protocol !== "http:" && url.protocol !== "https:")
		throw badRequest("bad-address", "Only http and https addresses can be fetched.");
	if (url.username !== "" || url.password !== "")
		throw badRequest("bad-address", "An address with a user name or password in it is not fetched.");
	if (!rules.allowPrivateHosts && !ports.has(url.port) && rules.also?.ports.has(url.port) !== true)
		throw badRequest("bad-address", `Port ${url.port} is not one that web servers use.`);
	url.hash = "";
	return url;
}

/** The request after a redirect (RFC 9110 §15.4): what was meant for one origin is not told to another. */
function redirected(request: GuardedRequest, status: number, sameOrigin: boolean): GuardedRequest {
	const becomesGet = status === 303 || ((status === 301 || status === 302) && request.method === "POST");
	const { body, headers, ...rest } = request;
	return {
		...rest,
		...(sameOrigin && headers !== undefined && { headers }),
		...(becomesGet ? { method: request.method === "HEAD" ? "HEAD" : "GET" } : body !== undefined && { body }),
	};
}

function send(
	url: URL,
	{ method = "GET", headers = {}, body }: GuardedRequest,
	addresses: LookupAddress[],
	rules: AddressRules,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	const start = url.protocol === "https:" ? requestHttps : requestHttp;
	return new Promise((resolve, reject) => {
		const outgoing = start(url, {
			method,
			headers: {
				"user-agent": "Mailstead",
				accept: "*/*",
				"accept-encoding": "gzip, deflate, br",
				...headers,
				...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
			},
			agent: false,
			lookup: pinned(addresses),
			signal,
			maxHeaderSize: 32 * 1024,
		});
		outgoing.once("response", resolve);
		outgoing.once("error", reject);
		refuseOtherPeers(outgoing, rules);
		outgoing.end(body);
	});
}

/** Answers with the addresses that were judged, whatever the name resolves to by now. */
function pinned(addresses: LookupAddress[]): LookupFunction {
	return (_hostname, options, callback) => {
		const [first] = addresses;
		if (options.all === true) callback(null, addresses);
		else callback(null, first?.address ?? "", first?.family ?? 0);
	};
}

/** The last word: where the connection really went. */
function refuseOtherPeers(outgoing: ClientRequest, rules: AddressRules): void {
	outgoing.once("socket", (socket) =>
		socket.once("connect", () => {
			if (!isAllowed(socket.remoteAddress ?? "", rules))
				outgoing.destroy(new AppError(400, "host-not-allowed", "The connection did not go to the public internet."));
		}),
	);
}

function headersOf(message: IncomingMessage): Headers {
	const headers = new Headers();
	for (let i = 0; i + 1 < message.rawHeaders.length; i += 2)
		headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
	return headers;
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}

function hostOf(address: string): string {
	return URL.parse(address)?.host ?? "The server";
}
