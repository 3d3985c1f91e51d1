import type { HttpBindings } from "@hono/node-server";

/** Variables of one request. */
export interface AppEnv {
	/** Absent in tests that call the app without a socket. */
	Bindings: Partial<HttpBindings>;
	Variables: {
		requestId: string;
		/** The matched route pattern, for logs and metrics; never the path, which may contain personal data. */
		route: string;
		/** The client's IP address. */
		remoteAddress: string;
	};
}
