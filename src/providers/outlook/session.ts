import type { OAuthClient } from "#providers/shared/oauth.ts";
import { NotFound, ReadOnly } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { createClient, type GraphClient } from "./api/client.ts";
import type { OutlookOptions } from "./api/options.ts";
import type { Slots } from "./api/slots.ts";
import { hasAllRoles, type KnownFolders, type OutlookFolder, readFolders, readKnownFolders } from "./folders.ts";
import { createKnownIds, type KnownIds } from "./known.ts";
import type { OutlookLimits } from "./limits.ts";

/** Shared by the modules of an open mailbox. */
export interface OutlookSession {
	environment: ProviderEnvironment;
	client: GraphClient;
	known: KnownIds;
	limits: OutlookLimits;
	/** Webhook URL for change notifications; null: none. */
	webhookUrl: string | null;
	/** The folders, cached for a minute. */
	folders(signal: AbortSignal): Promise<OutlookFolder[]>;
	/** The folders, read now. */
	readFolders(signal: AbortSignal): Promise<OutlookFolder[]>;
	/** @throws NotFound */
	folder(id: string, signal: AbortSignal): Promise<OutlookFolder>;
	/** Aborts with the session, or with `other`. */
	signal(other?: AbortSignal): AbortSignal;
	/** @throws ReadOnly when the user granted read-only access */
	requireFull(): void;
	close(): void;
}

const FRESH_MS = 60_000;

export function openSession(
	environment: ProviderEnvironment,
	options: OutlookOptions,
	oauth: () => Promise<OAuthClient>,
	slots: Slots,
	limits: OutlookLimits,
): OutlookSession {
	const client = createClient(environment, options, oauth, slots, limits.requests);
	const closing = new AbortController();
	let wellKnown: KnownFolders = new Map();
	let known: { folders: OutlookFolder[]; at: number } | null = null;

	const session: OutlookSession = {
		environment,
		client,
		known: createKnownIds(environment.state, limits.stateEntries),
		limits,
		webhookUrl: options.webhookUrl?.(environment.account.id) ?? null,
		async folders(signal) {
			if (known !== null && performance.now() - known.at < FRESH_MS) return known.folders;
			return session.readFolders(signal);
		},
		async readFolders(signal) {
			if (!hasAllRoles(wellKnown)) wellKnown = await readKnownFolders(client, signal);
			const folders = await readFolders(client, wellKnown, limits.folders, signal);
			known = { folders, at: performance.now() };
			return folders;
		},
		async folder(id, signal) {
			const find = (all: OutlookFolder[]): OutlookFolder | undefined => all.find((folder) => folder.id === id);
			const found = find(await session.folders(signal)) ?? find(await session.readFolders(signal));
			if (found === undefined) throw new NotFound("Outlook has no such folder.");
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
