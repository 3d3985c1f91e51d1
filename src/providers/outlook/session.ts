import type { OAuthClient } from "#providers/shared/oauth.ts";
import { NotFound, ReadOnly } from "#server/mail/provider/errors.ts";
import type { FolderRole, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { createClient, type GraphClient } from "./client.ts";
import { type OutlookFolder, readFolders, readRoles } from "./folders.ts";
import { createKnownIds, type KnownIds } from "./known.ts";
import type { OutlookOptions } from "./options.ts";
import type { Slots } from "./slots.ts";

/** What the parts of an open mailbox share. */
export interface OutlookSession {
	environment: ProviderEnvironment;
	client: GraphClient;
	known: KnownIds;
	/** Where Microsoft may tell of news; null: nowhere. */
	noticeUrl: string | null;
	/** The folders as they were within the last minute. */
	folders(signal: AbortSignal): Promise<OutlookFolder[]>;
	/** As they are now. */
	readFolders(signal: AbortSignal): Promise<OutlookFolder[]>;
	/** @throws NotFound */
	folder(id: string, signal: AbortSignal): Promise<OutlookFolder>;
	/** Ends with the session, or earlier. */
	signal(other?: AbortSignal): AbortSignal;
	/** @throws ReadOnly where a person allowed reading alone */
	requireFull(): void;
	close(): void;
}

const FRESH_MS = 60_000;
const ROLES = 6;

export function openSession(
	environment: ProviderEnvironment,
	options: OutlookOptions,
	oauth: () => Promise<OAuthClient>,
	slots: Slots,
): OutlookSession {
	const client = createClient(environment, options, oauth, slots);
	const closing = new AbortController();
	let roles: Map<string, FolderRole> = new Map();
	let known: { folders: OutlookFolder[]; at: number } | null = null;

	const session: OutlookSession = {
		environment,
		client,
		known: createKnownIds(environment.state),
		noticeUrl: options.noticeUrl?.(environment.account.id) ?? null,
		async folders(signal) {
			if (known !== null && performance.now() - known.at < FRESH_MS) return known.folders;
			return session.readFolders(signal);
		},
		async readFolders(signal) {
			// They stay what they are; an archive may still be made.
			if (roles.size < ROLES) roles = await readRoles(client, signal);
			const folders = await readFolders(client, roles, signal);
			known = { folders, at: performance.now() };
			return folders;
		},
		async folder(id, signal) {
			const find = (all: OutlookFolder[]): OutlookFolder | undefined => all.find((folder) => folder.id === id);
			const found = find(await session.folders(signal)) ?? find(await session.readFolders(signal));
			if (found === undefined) throw new NotFound("Outlook has no such folder (any more).");
			return found;
		},
		signal: (other) => (other === undefined ? closing.signal : AbortSignal.any([other, closing.signal])),
		requireFull() {
			if (environment.account.settings.access === "read")
				throw new ReadOnly(
					"This Outlook mailbox is connected as read-only. Connect it with full access to change mail.",
				);
		},
		close: () => closing.abort(new Error("The session was closed")),
	};
	return session;
}
