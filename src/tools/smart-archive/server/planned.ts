import { createHash } from "node:crypto";
import { type FlagColumns, fetchNow, flagColumns } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";

/** A plan's messages with their bytes, to process them before the plan is applied. */

/** A message of a plan, with what is needed to copy it. */
export interface PlannedMessage extends FlagColumns {
	account_id: string;
	id: string;
	provider_id: string;
	raw_sha256: string | null;
	sender_email: string;
	received_date: Date;
	folder_role: string;
	folder_name: string;
	labels: string[];
}

/** Messages per statement. */
const PAGE = 200;

/** Messages that applying the plan would change, by key. @param after cursor of the previous page; null from the beginning */
export function plannedMessages(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	operationId: string,
	after: PlannedMessage | null,
	limit = PAGE,
): Promise<PlannedMessage[]> {
	return database.query<PlannedMessage>(
		`select i.account_id, i.email_id as id, e.provider_id, e.raw_sha256, e.sender_email, e.received_date, e.folder_role,
			coalesce(f.folder_name, e.folder_id) as folder_name, ${flagColumns("e")}, e.labels
		from mail_operation_items_v1 i
		join mail_messages_v1 e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
		left join mail_folders_v1 f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = e.folder_id
		where i.owner_id = $1 and i.operation_id = $2 and i.state = 'pending'
			and ($3::uuid is null or (i.account_id, i.email_id) > ($3::uuid, $4::uuid))
		order by i.account_id, i.email_id limit $5`,
		[ownerId, operationId, after?.account_id ?? null, after?.id ?? null, limit],
	);
}

interface Planned {
	ownerId: string;
	operationId: string;
	signal: AbortSignal;
	/** Messages per page. */
	limit?: number | undefined;
}

/** Like `plannedMessages`, with missing bodies fetched. @param outOfReach mailboxes that could not be reached */
export async function plannedWithBodies(
	ctx: MailContext,
	{ ownerId, operationId, signal, limit }: Planned,
	outOfReach: Set<string>,
	after: PlannedMessage | null,
): Promise<PlannedMessage[]> {
	const page = await plannedMessages(ctx, ownerId, operationId, after, limit);
	const bare = page.filter((message) => message.raw_sha256 === null && !outOfReach.has(message.account_id));
	if (bare.length === 0) return page;
	for (const accountId of new Set(bare.map((message) => message.account_id))) {
		const ids = bare.filter((message) => message.account_id === accountId).map(({ id }) => id);
		try {
			await fetchNow(ctx, { ownerId, accountId }, ids, signal);
		} catch (cause) {
			signal.throwIfAborted();
			outOfReach.add(accountId);
			ctx.log.warn(
				{ event: "cleanup.bodies_missing", err: cause, account: accountId },
				"a cleanup continues without message bodies that are not stored yet",
			);
		}
	}
	return plannedMessages(ctx, ownerId, operationId, after, limit);
}

/** Null when its bytes are not stored, or no longer match the message. */
export async function rawOf(
	{ blobs }: Pick<MailContext, "blobs">,
	{ account_id: accountId, raw_sha256: sha256 }: PlannedMessage,
): Promise<Uint8Array | null> {
	const raw = sha256 === null ? null : await blobs.get(accountId, sha256, { once: true });
	if (raw === null) return null;
	return createHash("sha256").update(raw).digest("hex") === sha256 ? raw : null;
}
