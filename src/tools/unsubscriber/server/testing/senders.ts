import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { makeCertificate } from "#test/dovecot/certificate.ts";

/** A request as the list's server received it. */
export interface RecordedRequest {
	method: string;
	/** Host and path. */
	at: string;
	body: string;
	headers: IncomingMessage["headers"];
}

export interface Senders {
	port: number;
	/** Path of its certificate file, for child processes. */
	certificate: string;
	requests: RecordedRequest[];
	/** A URL at one of the names. */
	url(path: string, host?: string): string;
	/** Releases responses delayed by `/pending`; later ones are not delayed. */
	release(): void;
	close(): Promise<void>;
}

/** Responses of the list servers, by path. */
const responses: Record<string, (response: ServerResponse, senders: Senders) => void> = {
	"/yes": (response) => response.writeHead(200, { "content-type": "text/plain" }).end("You are off the list.\nBye"),
	"/accepted": (response) => response.writeHead(202).end(),
	"/page": (response) =>
		response.writeHead(200, { "content-type": "text/html" }).end("<script>x</script><title>Bye &amp; thanks</title>"),
	"/long": (response) => response.writeHead(200).end("y".repeat(5_000_000)),
	"/broken": (response) => response.writeHead(500).end("Out of order"),
	"/gone": (response) => response.writeHead(404).end(),
	"/busy": (response, { requests }) => {
		if (requests.length > 1) response.end("Yes, now");
		else response.writeHead(429, { "retry-after": "0" }).end();
	},
	"/too-busy": (response) => response.writeHead(503, { "retry-after": "3600" }).end(),
	"/silent": () => undefined,
	"/cut": (response) => response.destroy(),
	"/moved": (response, { url }) => response.writeHead(302, { location: url("/yes") }).end(),
	"/see-other": (response) => response.writeHead(303, { location: "/yes" }).end(),
	"/temporary": (response) => response.writeHead(307, { location: "/yes" }).end(),
	"/permanent": (response, { url }) => response.writeHead(308, { location: url("/yes", "other.test") }).end(),
	"/round": (response) => response.writeHead(307, { location: "/round" }).end(),
	"/inside": (response, { port }) => response.writeHead(307, { location: `https://127.0.0.1:${port}/yes` }).end(),
	"/inside-by-name": (response, { url }) => response.writeHead(307, { location: url("/yes", "inside.test") }).end(),
	"/plain": (response) => response.writeHead(308, { location: "http://shop.test/yes" }).end(),
};

/**
 * A real HTTPS server on every address of this machine, whose certificate this process trusts until it is closed. It
 * acts as the list servers at `names` and records every request.
 */
export async function startSenders(names: readonly string[]): Promise<Senders> {
	const folder = await mkdtemp(join(tmpdir(), "mailstead-senders-"));
	const cert = await makeCertificate(folder, names);
	const usual = getCACertificates("default");
	setDefaultCACertificates([...usual, cert]);
	const key = await readFile(join(folder, "key.pem"), "utf8");
	const pending: (() => void)[] = [];
	let isOpen = false;
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { method = "", url = "", headers } = request;
		const { pathname } = new URL(url, "https://x");
		const body = await text(request).catch(() => "");
		senders.requests.push({ method, at: `${headers.host?.split(":")[0]}${url}`, body, headers });
		const usually = responses[`/${pathname.split("/")[1]}`];
		if (pathname === "/pending") {
			if (isOpen) response.end("Yes");
			else pending.push(() => response.end("Yes"));
		} else if (usually === undefined) response.writeHead(404).end();
		else usually(response, senders);
	};
	const server = createServer({ key, cert }, (request, response) => void answer(request, response));
	await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
	const { port } = server.address() as AddressInfo;
	const senders: Senders = {
		port,
		certificate: join(folder, "certificate.pem"),
		requests: [],
		url: (path, host = names[0]) => `https://${host}:${port}${path}`,
		release() {
			isOpen = true;
			for (const answer of pending.splice(0)) answer();
		},
		async close() {
			setDefaultCACertificates(usual);
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await rm(folder, { recursive: true, force: true });
		},
	};
	return senders;
}
