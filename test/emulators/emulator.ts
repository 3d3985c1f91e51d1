import { createEmulator, type Emulator } from "@inbox-zero/emulate";
import { freePort } from "../free-port.ts";

/** Of this process: the emulator's server replaces them by its own, which answer differently. */
const { Request, Response } = globalThis;

export interface EmulatedPerson {
	email: string;
	name: string;
	/** URL of a picture. */
	picture?: string;
}

export type EmulatedService = "microsoft" | "google";

/** The product's client registration at the emulator. */
export function clientOf(service: EmulatedService): { clientId: string; clientSecret: string } {
	return { clientId: `${service}-client`, clientSecret: `${service}-secret` };
}

/** @param redirectUris allowed redirect URIs */
export async function startEmulator(
	service: EmulatedService,
	people: EmulatedPerson[],
	redirectUris: string[],
): Promise<Emulator> {
	const { clientId, clientSecret } = clientOf(service);
	const emulator = await createEmulator({
		service,
		port: await freePort(),
		seed: {
			[service]: {
				users: people,
				oauth_clients: [
					{ client_id: clientId, client_secret: clientSecret, name: "Mailstead", redirect_uris: redirectUris },
				],
			},
		},
	});
	Object.assign(globalThis, { Request, Response });
	return emulator;
}

/** Forwards a request to the emulator. @param body instead of the request's own, which may have been read already */
export async function passOn(request: Request, url: URL, target: string, body?: string): Promise<Response> {
	const headers = new Headers(request.headers);
	headers.delete("host");
	headers.delete("content-length");
	const hasBody = request.method !== "GET" && request.method !== "HEAD";
	const reply = await fetch(target + url.pathname + url.search, {
		method: request.method,
		headers,
		body: hasBody ? (body ?? (await request.arrayBuffer())) : null,
		redirect: "manual",
	});
	const replyHeaders = new Headers(reply.headers);
	for (const name of ["content-length", "content-encoding", "transfer-encoding"]) replyHeaders.delete(name);
	return new Response(reply.body, { status: reply.status, headers: replyHeaders });
}
