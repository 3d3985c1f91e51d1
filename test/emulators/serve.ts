import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** Control over the connection of a request. */
export interface Line {
	/** Breaks the connection without a response. @returns the value for the handler to return */
	cut(): Response;
}

export interface Listener {
	url: string;
	close(): Promise<void>;
}

/** Serves requests on a free local port. */
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
