import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** What an answer can do besides answering. */
export interface Line {
	/** Breaks the connection without a reply. @returns what the handler then returns */
	cut(): Response;
}

export interface Listener {
	url: string;
	close(): Promise<void>;
}

/** Serves requests at a free port of this machine. */
export async function serve(answer: (request: Request, line: Line) => Promise<Response>): Promise<Listener> {
	const listener = getRequestListener(
		(request, bindings) => {
			const { incoming } = bindings as { incoming: IncomingMessage };
			const cut = () => {
				incoming.socket.resetAndDestroy();
				return RESPONSE_ALREADY_SENT;
			};
			return answer(request, { cut });
		},
		{ overrideGlobalObjects: false },
	);
	const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
		void listener(incoming, outgoing);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
