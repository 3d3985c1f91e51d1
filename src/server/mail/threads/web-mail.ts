import type { ProviderInfo } from "#shared/provider-info.ts";
import { type ProviderKind, providerInfo, providerKinds } from "#shared/providers.ts";
import type { Database } from "../../db/database.ts";

const urlOf = new Map(
	providerKinds.flatMap((kind) => {
		const { webMailUrl }: ProviderInfo = providerInfo(kind);
		return webMailUrl === undefined ? [] : [[kind, webMailUrl] as const];
	}),
);

/** URLs of threads in their mailbox's own web mail, by our thread id, where the provider has such URLs. */
export async function webMailUrls(
	database: Database,
	ownerId: string,
	messages: readonly { accountId: string; threadId: string }[],
): Promise<Map<string, string>> {
	if (messages.length === 0) return new Map();
	// `linkThreads` stores the provider's id among the thread's names, in decimal as in X-GM-THRID.
	const rows = await database.query<{ thread_id: string; remote_id: string; email: string; provider: ProviderKind }>(
		`select l.thread_id, substr(l.message_id, 8) as remote_id, a.email, a.provider
		from connected_accounts a join email_thread_links l on l.owner_id = a.owner_id and l.account_id = a.id
		where a.owner_id = $1 and a.id = any($2::uuid[]) and a.provider = any($4) and a.email is not null
			and l.thread_id = any($3::uuid[]) and l.message_id ~ '^thread [0-9]+$'`,
		[
			ownerId,
			[...new Set(messages.map(({ accountId }) => accountId))],
			[...new Set(messages.map(({ threadId }) => threadId))],
			[...urlOf.keys()],
		],
	);
	return new Map(rows.map((row) => [row.thread_id, urlOf.get(row.provider)?.(row.email, row.remote_id) ?? ""]));
}
