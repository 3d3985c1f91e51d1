import { ReadOnly } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { createApi, type GmailApi } from "./api/api.ts";
import type { RequestOptions } from "./api/call.ts";
import type { GoogleClient } from "./api/oauth.ts";
import type { GmailOptions } from "./api/options.ts";
import type { Priority } from "./api/rate-limiter.ts";
import type { GmailLimits } from "./limits.ts";
import { createLabels, type Labels } from "./messages/labels.ts";

/** Shared by the modules of an open mailbox. */
export interface GmailSession {
	environment: ProviderEnvironment;
	api: GmailApi;
	labels: Labels;
	limits: GmailLimits;
	/** Options for a request that aborts with the session or the given signal. */
	requestOptions(priority: Priority, signal?: AbortSignal): RequestOptions;
	/** @throws ReadOnly when the user granted read-only access */
	requireFull(): void;
	close(): void;
}

export function openSession(
	environment: ProviderEnvironment,
	options: GmailOptions,
	client: () => Promise<GoogleClient>,
	limits: GmailLimits,
): GmailSession {
	const api = createApi(environment, options, client);
	const closing = new AbortController();
	return {
		environment,
		api,
		labels: createLabels(api),
		limits,
		requestOptions: (priority, signal) => ({
			priority,
			signal: signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
		}),
		requireFull() {
			if (environment.account.settings.access === "read")
				throw new ReadOnly("This Gmail mailbox is connected as read-only. Connect it with full access to change mail.");
		},
		close: () => closing.abort(new Error("The session was closed")),
	};
}
