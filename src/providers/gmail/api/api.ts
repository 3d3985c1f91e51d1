/** The Gmail API client: token, quota, retries, time and size limits, and errors mapped to the kernel's. */

import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { type BatchResult, each } from "./batch-calls.ts";
import type { Call, RequestOptions } from "./call.ts";
import type { GoogleClient } from "./oauth.ts";
import type { GmailOptions } from "./options.ts";
import { sendCall } from "./single-call.ts";
import { createTransport } from "./transport.ts";

export interface GmailApi {
	/** @throws NotFound, RateLimited, Unavailable, AuthExpired, Unsupported, GmailRejection */
	call(call: Call, requestOptions: RequestOptions): Promise<unknown>;
	/** Many idempotent calls, in batches; results are yielded as they arrive. */
	each(calls: readonly Call[], requestOptions: RequestOptions): AsyncGenerator<BatchResult>;
	/** The granted scope. */
	scope(): Promise<string>;
}

export function createApi(
	environment: ProviderEnvironment,
	options: GmailOptions,
	client: () => Promise<GoogleClient>,
): GmailApi {
	const transport = createTransport(environment, options, client);
	return {
		call: (request, requestOptions) => sendCall(transport, request, requestOptions),
		each: (calls, requestOptions) => each(transport, calls, requestOptions),
		scope: async () => (await transport.tokens.current()).scope,
	};
}
