/** Shared test helpers. */

import type { ImapFlow } from "imapflow";
import type { RuleFixture } from "#providers/conformance-mailbox.ts";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import type { Mirror } from "#providers/mirror.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import type { MessageFlags } from "#shared/mail/flags.ts";
import type { Dovecot, MailUser } from "#test/dovecot/dovecot.ts";
import { PASSWORD, type Quirk, type QuirkyImap, startQuirkyImap } from "#test/imap-faults/quirks.ts";
import { imapProvider } from "./provider.ts";
import { openSieve, type SieveClient } from "./sieve/client.ts";
import { readFlags } from "./state/flags.ts";
import { locationOf } from "./state/ids.ts";

/** Another client that manages a user's scripts. */
export async function atScripts<T>(
	dovecot: Dovecot,
	{ user, password }: MailUser,
	work: (client: SieveClient) => Promise<T>,
): Promise<T> {
	const access = { address: dovecot.host, port: dovecot.sievePort, tls: null, username: user, password };
	const client = await openSieve(access, new AbortController().signal);
	try {
		return await work(client);
	} finally {
		await client.close();
	}
}

export const OWN_SCRIPT = [
	"# My rules",
	'require ["imap4flags", "fileinto"]; # one; two',
	"/* Written",
	"   by hand */",
	'if header :contains "subject" "own rule" {',
	'  addflag "\\\\Seen";',
	"}",
	"",
].join("\r\n");

export function ruleFixture(dovecot: Dovecot, owner: MailUser): RuleFixture {
	const edit = (work: (client: SieveClient) => Promise<void>): Promise<void> => atScripts(dovecot, owner, work);
	return {
		deliver: (raw) => dovecot.deliver(owner.user, raw),
		createUserRule: () =>
			edit(async (client) => {
				await client.put("own", OWN_SCRIPT);
				await client.activate("own");
			}),
		deleteManagedRules: () =>
			edit(async (client) => {
				await client.activate(null);
				for (const { name } of await client.list()) await client.remove(name);
			}),
		changeManagedRule: () =>
			edit(async (client) => {
				const active = (await client.list()).find(({ isActive }) => isActive)?.name ?? "";
				await client.put(active, `${await client.read(active)}# And one more.\n`);
			}),
		impossible: { labels: ["Filed"] },
		spam: "spam",
	};
}

/** Every message of a mailbox as another client sees it, one line each: folder, UIDVALIDITY, UID and flags. */
export async function serverState(other: ImapFlow): Promise<string[]> {
	const lines: string[] = [];
	for (const { path, flags } of await other.list()) {
		if (flags.has("\\Noselect") || flags.has("\\NonExistent")) continue;
		const { uidValidity, exists } = await other.mailboxOpen(path, { readOnly: true });
		if (exists === 0) continue;
		for await (const message of other.fetch("1:*", { uid: true, flags: true }))
			lines.push(stateLine(path, String(uidValidity), message.uid, readFlags(message.flags)));
	}
	return lines.sort();
}

/** The same, as it was listed. */
export function shownState({ messages }: Mirror): string[] {
	return [...messages]
		.map(([id, { folderId, flags }]) => {
			const { validity = "", uid = 0 } = locationOf(id) ?? {};
			return stateLine(folderId, validity, uid, flags);
		})
		.sort();
}

function stateLine(path: string, validity: string, uid: number, { read, starred, important }: MessageFlags): string {
	const flags = [read && "read", starred && "starred", important && "important"].filter(Boolean);
	return [path, `${validity}.${uid}`, ...flags].join(" ");
}

/** A mailbox at a server with a quirk. */
export interface Quirky {
	server: QuirkyImap;
	session: ProviderSession;
	environment: ProviderEnvironment;
}

/** Opens it. @param closers gets what closes it */
export async function openQuirky(quirk: Quirk, closers: (() => Promise<unknown>)[]): Promise<Quirky> {
	const server = await startQuirkyImap(quirk);
	const settings = {
		...{ email: "q@example.org", username: "q@example.org", smtp: null },
		imap: { host: server.host, port: server.port, security: "none" },
	};
	const environment = memoryEnvironment({ account: { settings, credentials: { password: PASSWORD } } });
	const session = await imapProvider.open(environment);
	closers.push(() => session.close(), server.close);
	return { server, session, environment };
}
