import { kindConnectedBy } from "#shared/providers.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { AuthExpired, CannotConnect, RateLimited, Unavailable } from "../provider/errors.ts";
import type { ProviderEnvironment, ProviderState } from "../provider/provider.ts";
import { resolveMailHost } from "../sessions/session.ts";
import type { ImapCredentials, ImapSettings } from "./connection.ts";

/** For both servers together: a user is waiting. */
const LIMIT_MS = 30_000;

/** An account that is not stored yet has no state. */
const emptyState: ProviderState = {
	get: async () => new Map(),
	list: async () => [],
	put: async () => undefined,
};

/**
 * Tests a connection the way it will be used, before it is stored.
 * @throws AppError 422 with a code that names the fault and a sentence that says what to do; 409 `not-supported`
 */
export async function testConnections(
	ctx: MailContext,
	account: { id: string; settings: ImapSettings; credentials: ImapCredentials },
	signal: AbortSignal,
): Promise<void> {
	const kind = kindConnectedBy("servers");
	const provider = ctx.providers.get(kind);
	if (provider?.testConnection === undefined)
		throw new AppError(409, "not-supported", `This server cannot connect ${kind} mailboxes.`);
	const limit = AbortSignal.timeout(LIMIT_MS);
	const environment: ProviderEnvironment = {
		account: { ...account },
		state: emptyState,
		files: async () => [],
		renewCredentials: async () => account.credentials,
		budget: () => ({ consume: async () => undefined, take: async () => true, pause: async () => undefined }),
		resolveHost: (host) => resolveMailHost(ctx.net, host),
		now: ctx.now,
	};
	try {
		await provider.testConnection(environment, AbortSignal.any([signal, limit]));
	} catch (cause) {
		signal.throwIfAborted();
		throw problemOf(limit.aborted ? tooSlow(account.settings, cause) : cause);
	}
}

function tooSlow({ imap }: ImapSettings, cause: unknown): CannotConnect {
	if (cause instanceof CannotConnect) return cause;
	return new CannotConnect("timeout", "incoming", `${imap.host} didn't respond in time. Check the host and the port.`, {
		cause,
	});
}

function problemOf(cause: unknown): unknown {
	if (cause instanceof CannotConnect) {
		const kind = cause.server === "incoming" ? "cannot-connect" : "cannot-send";
		return new AppError(422, `${kind}-${cause.fault}`, cause.message, { cause });
	}
	if (cause instanceof AuthExpired) return new AppError(422, "cannot-connect-password", cause.message, { cause });
	if (cause instanceof Unavailable) return new AppError(422, "cannot-connect-timeout", cause.message, { cause });
	if (cause instanceof RateLimited)
		return new AppError(429, "too-many-requests", cause.message, {
			headers: { "retry-after": String(cause.retryAfter) },
			cause,
		});
	return cause;
}
