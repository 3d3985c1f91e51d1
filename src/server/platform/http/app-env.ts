import type { HttpBindings } from "@hono/node-server";

/** What one request carries through the app. */
export interface AppEnv {
	/** Absent where a test calls the app without a socket. */
	Bindings: Partial<HttpBindings>;
	Variables: {
		requestId: string;
		/** The pattern that matched, for logs and metrics; never the path itself, which may hold names. */
		route: string;
		/** The address that the request came from. */
		remoteAddress: string;
	};
}
