import { z } from "zod";
import { AuthExpired } from "#server/mail/provider/errors.ts";
import type { ProviderAccount } from "#server/mail/provider/provider.ts";

/** One of an account's servers, from user input or autodiscovery. */
export interface MailServer {
	host: string;
	port: number;
	/** `tls`: implicit TLS. `starttls`: required, no fallback. `none`: only when the user chose it. */
	security: "tls" | "starttls" | "none";
	/** A PEM certificate trusted for this server only, for self-signed servers. */
	certificate?: string;
}

export interface ImapAccount {
	email: string;
	imap: MailServer & { username: string; password: string };
	/** null: a receive-only account. */
	smtp: (MailServer & { username: string; password: string }) | null;
	/** The ManageSieve server; null: none. */
	sieve: Pick<MailServer, "host" | "port"> | null;
}

const server = z.object({
	host: z.string().min(1),
	port: z.number().int().min(1).max(65535),
	security: z.enum(["tls", "starttls", "none"]),
	certificate: z.string().optional(),
});

const settingsSchema = z.object({
	email: z.string(),
	username: z.string().min(1),
	imap: server,
	smtp: server.extend({ username: z.string().min(1).optional() }).nullish(),
	sieve: server.pick({ host: true, port: true }).nullish(),
});

const credentialsSchema = z.object({ password: z.string().min(1), smtpPassword: z.string().min(1).optional() });

/** @throws AuthExpired when no password is stored */
export function readAccount({ settings, credentials }: ProviderAccount): ImapAccount {
	const { email, username, imap, smtp, sieve } = settingsSchema.parse(settings);
	const secrets = credentialsSchema.safeParse(credentials);
	if (!secrets.success) throw new AuthExpired("The password is missing: enter it again");
	const { password, smtpPassword } = secrets.data;
	const outgoing = smtp && { ...smtp, username: smtp.username ?? username, password: smtpPassword ?? password };
	return { email, imap: { ...imap, username, password }, smtp: outgoing ?? null, sieve: sieve ?? null };
}
