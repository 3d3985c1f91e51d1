import type { ImapFlow } from "imapflow";
import type { ProviderEnvironment, RemoteFolder } from "#server/mail/provider/provider.ts";
import { type CommandQueue, createCommandQueue } from "./connection/command-queue.ts";
import { connect } from "./connection/connection.ts";
import { type ImapAccount, readAccount } from "./connection/settings.ts";
import { createFolderKeys, type FolderKeys } from "./folders/folder-keys.ts";
import { type FolderList, readFolders } from "./folders/folders.ts";
import type { GmailPaths } from "./folders/gmail-folders.ts";
import { createSmtpPool, type SmtpPool } from "./smtp/smtp-pool.ts";
import { createFlagLog, type FlagLog } from "./state/flag-log.ts";

/** Shared by the modules of an open account. */
export interface ImapSession {
	environment: ProviderEnvironment;
	account: ImapAccount;
	/** Connection for listing, changes and other short tasks. */
	work: CommandQueue;
	/** Connection for bodies, so that bulk fetches do not block other tasks. */
	bodies: CommandQueue;
	/** The connection for outgoing mail; null: the account cannot send. */
	smtp: SmtpPool | null;
	keys: FolderKeys;
	flagLog: FlagLog;
	/** Reads the folders from the server. */
	folders(client: ImapFlow, options?: { withStatus?: boolean }): Promise<FolderList>;
	/** As shown to the user. */
	listFolders(): Promise<RemoteFolder[]>;
	/** Gmail's folder paths; null for other servers. */
	gmail(): Promise<GmailPaths | null>;
	/** @returns the path of a message's folder; undefined when it does not exist */
	pathOf(client: ImapFlow, key: string): Promise<string | undefined>;
	close(): Promise<void>;
}

export function openSession(environment: ProviderEnvironment): ImapSession {
	const account = readAccount(environment.account);
	const keys = createFolderKeys(environment.state);
	const work = createCommandQueue(() => connect(environment, account));
	const bodies = createCommandQueue(() => connect(environment, account));
	const smtp = account.smtp === null ? null : createSmtpPool(environment, account.smtp);

	let gmail: GmailPaths | null | undefined;

	async function folders(client: ImapFlow, { withStatus = false } = {}): Promise<FolderList> {
		const listed = await readFolders(client, withStatus);
		({ gmail } = listed);
		await keys.learn(listed.folders.map(({ path }) => path));
		return listed;
	}

	return {
		environment,
		account,
		work,
		bodies,
		smtp,
		keys,
		flagLog: createFlagLog(environment),
		folders,
		listFolders: () => work.use(async (client) => (await folders(client)).shown),
		gmail: () =>
			work.use(async (client) => {
				if (gmail === undefined && !client.capabilities.has("X-GM-EXT-1")) gmail = null;
				return gmail === undefined ? (await folders(client)).gmail : gmail;
			}),
		async pathOf(client, key) {
			const known = keys.pathOf(key);
			if (known !== undefined) return known;
			await folders(client);
			return keys.pathOf(key);
		},
		async close() {
			smtp?.close();
			await Promise.all([work.close(), bodies.close()]);
		},
	};
}
