import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { abortable } from "#shared/abortable.ts";
import { softwareName } from "#shared/brand.ts";
import { AppError, badRequest } from "../../errors.ts";
import { readBeginning, readDecoded } from "../http/decoded-body.ts";
import type { Slots } from "../slots/slots.ts";
import { type AddressRules, isAllowed, resolvePublic } from "./address-guard.ts";
import type { HostAddress } from "./dns/dns.ts";

export interface GuardedRequest {
	method?: "GET" | "HEAD" | "POST";
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** Limit on the decoded body; exceeding it is an error, not a truncation, unless `partialBody` is set. */
	maxBytes?: number;
	/**
	 * Only the status matters: a body that exceeds `maxBytes`, is encoded badly or is late is truncated instead of an
	 * error.
	 */
	partialBody?: boolean;
	/** Timeout for DNS, redirects and body together. */
	timeoutMs?: number;
	/** Maximum number of redirects; 0 returns the redirect itself. */
	maxRedirects?: number;
	signal?: AbortSignal;
}

export interface GuardedReply {
	/** Any status, including 4xx and 5xx. */
	status: number;
	headers: Headers;
	body: Uint8Array;
	/** Final URL after redirects. */
	url: string;
}

/** The only way to fetch a URL that mail or a user supplied. */
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedReply>;

const ports = new Set(["", "80", "443", "8080", "8443"]);
const redirects = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/**
 * An HTTP client that reaches only the public internet (SSRF protection). Names are resolved once and the connection
 * goes to the checked addresses; every redirect is checked again.
 * Throws AppError with the codes `bad-address` (not http or https, a password in it, an unusual port),
 * `host-not-allowed`, `too-many-redirects`, `too-large`, `timed-out`, and `unreachable`.
 * @param slots limits concurrent requests per host; waiting counts towards the timeout
 */
export function createGuardedFetch(rules: AddressRules, slots?: Slots): GuardedFetch {
	return async (address, request = {}) => {
		const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
		const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
		try {
			const url = checkedUrl(address, rules);
			const release = await slots?.acquire(url.host, signal);
			try {
				return await follow(url, request, rules, signal);
			} finally {
				release?.();
			}
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			if (request.signal?.aborted) throw request.signal.reason;
			const host = hostOf(address);
			if (timeout.aborted) throw new AppError(504, "timed-out", `${host} didn't respond in time.`, { cause });
			throw new AppError(502, "unreachable", `${host} couldn't be reached.`, { cause });
		}
	};
}

async function follow(
	start: URL,
	request: GuardedRequest,
	rules: AddressRules,
	signal: AbortSignal,
): Promise<GuardedReply> {
	const maxRedirects = request.maxRedirects ?? MAX_REDIRECTS;
	let url = start;
	let current = request;
	for (let count = 0; ; count++) {
		const addresses = await abortable(resolvePublic(url.hostname, rules), signal);
		const message = await send(url, current, { addresses, rules }, signal);
		const status = message.statusCode ?? 0;
		const location = redirects.has(status) ? message.headers.location : undefined;
		if (location === undefined || maxRedirects === 0) {
			const body = current.method === "HEAD" ? new Uint8Array() : await bodyOf(message, request);
			message.destroy();
			// When the end of the connection ends the body, our abort looks like a complete response.
			if (request.partialBody !== true) signal.throwIfAborted();
			return { status, headers: headersOf(message), body, url: url.href };
		}
		message.destroy();
		if (count === maxRedirects)
			throw new AppError(502, "too-many-redirects", `${hostOf(start.href)} redirects too many times.`);
		const next = checkedUrl(location, rules, url);
		current = redirected(current, status, next.origin === url.origin);
		url = next;
	}
}

function bodyOf(message: IncomingMessage, request: GuardedRequest): Promise<Uint8Array> {
	const { maxBytes = MAX_BYTES, partialBody = false } = request;
	return partialBody ? readBeginning(message, maxBytes) : readDecoded(message, maxBytes);
}

/** A URL that may be requested. @throws AppError 400 `bad-address` */
export function checkedUrl(address: string, rules: AddressRules, base?: URL): URL {
	// Parsing normalizes decimal, octal and hexadecimal spellings of IPv4 (URL Standard §3.5).
	const url = URL.parse(address, base?.href);
	if (url === null) throw badRequest("bad-address", "This is not a valid URL.");
	if (url.protocol !== "http:" && url.protocol !== "https:")
		throw badRequest("bad-address", "Only http and https URLs can be fetched.");
	if (url.username !== "" || url.password !== "")
		throw badRequest("bad-address", "URLs with a user name or password are not fetched.");
	if (!rules.allowPrivateHosts && !ports.has(url.port) && rules.also?.ports.has(url.port) !== true)
		throw badRequest("bad-address", `Port ${url.port} is not a standard web port.`);
	url.hash = "";
	return url;
}

/** The request after a redirect (RFC 9110 §15.4): headers and body meant for one origin are not sent to another. */
function redirected(request: GuardedRequest, status: number, sameOrigin: boolean): GuardedRequest {
	const becomesGet = status === 303 || ((status === 301 || status === 302) && request.method === "POST");
	const { body, headers, ...rest } = request;
	return {
		...rest,
		...(sameOrigin && headers !== undefined && { headers }),
		...(becomesGet ? { method: request.method === "HEAD" ? "HEAD" : "GET" } : body !== undefined && { body }),
	};
}

/** Starts a request to checked addresses. @returns the response as soon as its headers are there */
export function send(
	url: URL,
	{ method = "GET", headers = {}, body }: GuardedRequest,
	{ addresses, rules }: { addresses: HostAddress[]; rules: AddressRules },
	signal: AbortSignal,
): Promise<IncomingMessage> {
	const start = url.protocol === "https:" ? requestHttps : requestHttp;
	return new Promise((resolve, reject) => {
		const outgoing = start(url, {
			method,
			headers: {
				"user-agent": softwareName,
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

/** A DNS lookup that returns the checked addresses, whatever the name resolves to now. */
function pinned(addresses: HostAddress[]): LookupFunction {
	return (_hostname, options, callback) => {
		const [first] = addresses;
		if (options.all === true) callback(null, addresses);
		else callback(null, first?.address ?? "", first?.family ?? 0);
	};
}

/** Checks the address that the socket actually connected to. */
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

function hostOf(address: string): string {
	return URL.parse(address)?.host ?? "The server";
}
