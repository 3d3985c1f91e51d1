import { AuthExpired, CannotConnect, RateLimited, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { tlsOptions } from "../connection/connection.ts";
import type { ImapAccount } from "../connection/settings.ts";
import { openSieve, type SieveClient, SieveError } from "./client.ts";
import { NoSieve } from "./responses.ts";

/** Time limit in milliseconds for one session. */
const LIMIT_MS = 120_000;
/** Retry delay in seconds. */
const WAIT_SECONDS = 60;

/** Connects to the account's ManageSieve server for one piece of work. @throws the kernel's errors, NativeRuleError */
export async function atSieve<T>(
	environment: ProviderEnvironment,
	{ imap, sieve }: ImapAccount,
	given: AbortSignal,
	work: (client: SieveClient) => Promise<T>,
): Promise<T> {
	if (sieve === null) throw new Unsupported("This mail server takes no rules.");
	const signal = AbortSignal.any([given, AbortSignal.timeout(LIMIT_MS)]);
	try {
		const [address] = await environment.resolveHost(sieve.host);
		if (address === undefined) throw new CannotConnect("host", "incoming", `There is no server named ${sieve.host}.`);
		const isSame = sieve.host.toLowerCase() === imap.host.toLowerCase();
		const server = {
			...sieve,
			security: imap.security,
			...(isSame && imap.certificate && { certificate: imap.certificate }),
		};
		const client = await openSieve(
			{
				address,
				port: sieve.port,
				// Users who allow plaintext for IMAP allow it for rules as well.
				tls: imap.security === "none" ? null : { ...tlsOptions(server) },
				username: imap.username,
				password: imap.password,
			},
			signal,
		);
		try {
			return await work(client);
		} finally {
			await client.close();
		}
	} catch (cause) {
		given.throwIfAborted();
		throw translated(cause, sieve.host);
	}
}

function translated(cause: unknown, host: string): unknown {
	if (cause instanceof SieveError) return ofSieveError(cause, host);
	if (cause instanceof NoSieve) return new Unsupported(`${host} does not support rules: ${cause.message}.`, { cause });
	if (cause instanceof CannotConnect) return new Unavailable(cause.message, { cause });
	const { code, name } = cause as { code?: string; name?: string };
	if (code !== undefined || name === "TimeoutError" || /closed/.test(String((cause as Error).message)))
		return new Unavailable(`${host} can't be reached to read its rules (${code ?? "connection lost"}).`, {
			cause,
		});
	return cause;
}

function ofSieveError(cause: SieveError, host: string): Error {
	const quoted = cause.detail === "" ? "" : `: “${cause.detail}”`;
	if (cause.code === "NO-STARTTLS")
		return new Unsupported(`${host} offers no STARTTLS, so that no password is sent to it.`);
	if (cause.code === "NO-PLAIN") return new Unsupported(`${host} takes no password for its rules.`);
	if (cause.code === "TRYLATER") return new RateLimited(WAIT_SECONDS, `${host} asks to wait with rules${quoted}`);
	if (cause.code === "BYE" || cause.code === "REFERRAL")
		return new Unavailable(`${host} ended the connection${quoted}`);
	if (cause.command === "AUTHENTICATE")
		return new AuthExpired(`${host} does not take the password for its rules${quoted}`);
	return new Unsupported(`${host} does not do this with its rules${quoted}`, { cause });
}
