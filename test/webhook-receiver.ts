import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

/** A request as the receiver got it. */
export interface ReceivedWebhook {
	headers: Record<string, string>;
	body: string;
}

/** A verified event. */
export interface VerifiedEvent {
	id: string;
	type: string;
	timestamp: string;
	data: Record<string, unknown>;
}

export interface WebhookReceiver {
	url: string;
	/** All requests, in order. */
	requests: ReceivedWebhook[];
	/** The statuses of the next responses; 200 afterwards. */
	answer(...statuses: number[]): void;
	/**
	 * Verifies the requests with the published library.
	 * @param from position of the first
	 * @throws for a wrong signature or timestamp
	 */
	verified(secret: string, from?: number): VerifiedEvent[];
	close(): Promise<void>;
}

/** The server of somebody who receives webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
	const requests: ReceivedWebhook[] = [];
	let statuses: number[] = [];
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			requests.push({ headers: request.headers as Record<string, string>, body });
			const status = statuses.shift() ?? 200;
			response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end(`answer ${status}`);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/hooks`,
		requests,
		answer: (...next) => {
			statuses = next;
		},
		verified: (secret, from = 0) =>
			requests.slice(from).map(({ headers, body }) => ({
				...(new Webhook(secret).verify(body, headers) as Omit<VerifiedEvent, "id">),
				id: headers["webhook-id"] ?? "",
			})),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
