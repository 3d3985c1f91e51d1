import { addressOf, mailboxKey, parseAddress, storedAddress } from "#kernel/addresses.ts";
import { insertInto } from "#kernel/database.ts";
import { badRequest, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { organizationOf } from "#kernel/parse.ts";
import { newId } from "#shared/ids.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import type { Recipient } from "../contract.ts";
import { limits } from "../limits.ts";
import type { RecipientState } from "../states.ts";
import { fieldName } from "../template.ts";
import { requireDraft } from "./campaigns.ts";
import {
	campaignRecipients,
	endSequence,
	RECIPIENT,
	type RecipientRow,
	readCampaign,
	readRecipient,
	recordEvent,
} from "./rows.ts";

/** The recipients of a campaign. */

type Context = Pick<MailContext, "database" | "now">;

interface Row {
	email: string;
	fields: Record<string, string>;
}

/** Adds recipients to a draft, one per mailbox. @throws AppError 404, 409 `not-a-draft`, 400 `too-many-recipients` */
export async function addRecipients(
	{ database, now }: Context,
	ownerId: string,
	id: string,
	rows: readonly Row[],
): Promise<{ added: number; duplicates: number }> {
	return database.transaction(async () => {
		const campaign = await readCampaign(database, ownerId, id, { lock: "for update" });
		requireDraft(campaign);
		const known = await database.one<{ count: number; last: number | null }>(
			`select count(*)::int as count, max(position) as last from campaign_recipients
			where owner_id = $1 and campaign_id = $2`,
			[ownerId, id],
		);
		if ((known?.count ?? 0) + rows.length > limits.recipients)
			throw badRequest("too-many-recipients", `A campaign has at most ${limits.recipients} recipients.`);
		const first = (known?.last ?? -1) + 1;
		const about = { ownerId, campaignId: id, state: "waiting" as const, nextStep: 0, changedAt: new Date(now()) };
		const items = rows.map((row, index) => ({ ...about, ...itemOf(row), id: newId(now()), position: first + index }));
		const fields = [...new Set([...campaign.fields, ...items.flatMap((item) => Object.keys(item.fields))])];
		if (fields.length > limits.fields)
			throw badRequest("too-many-recipients", `Recipients have at most ${limits.fields} fields.`);
		const added = await database.query(
			...insertInto(
				campaignRecipients,
				items,
				"on conflict (owner_id, campaign_id, mailbox_key) do nothing returning id",
			),
		);
		await database.exec(
			"update campaigns set fields = $3, checked_at = null, findings = '[]', check_job_id = null where owner_id = $1 and id = $2",
			[ownerId, id, fields],
		);
		return { added: added.length, duplicates: rows.length - added.length };
	});
}

/** A recipient as it is stored. */
export function itemOf({ email: entry, fields }: Row) {
	const text = addressOf(entry).slice(0, 320);
	const parsed = parseAddress(text);
	const email = typeof parsed === "string" ? text : storedAddress(parsed);
	const named = Object.entries(fields).map(([name, value]) => [fieldName(name), value.trim()] as const);
	return {
		email,
		mailboxKey: typeof parsed === "string" ? text.toLowerCase() : mailboxKey(parsed),
		organization: organizationOf(domainOf(email)),
		fields: Object.fromEntries(named.filter(([name, value]) => name !== "" && name !== "email" && value !== "")),
	};
}

/** @throws AppError 404, 409 `not-a-draft` */
export async function clearRecipients({ database }: Context, ownerId: string, id: string): Promise<void> {
	await database.transaction(async () => {
		requireDraft(await readCampaign(database, ownerId, id, { lock: "for update" }));
		await database.exec("delete from campaign_recipients where owner_id = $1 and campaign_id = $2", [ownerId, id]);
		await database.exec(
			"update campaigns set fields = '{}', checked_at = null, findings = '[]', check_job_id = null where owner_id = $1 and id = $2",
			[ownerId, id],
		);
	});
}

/** Sends nothing further to a recipient. @throws AppError 404, 409 `sequence-ended` */
export async function stopRecipient({ database, now }: Context, ownerId: string, id: string): Promise<void> {
	const at = new Date(now());
	await database.transaction(async () => {
		const recipient = await readRecipient(database, ownerId, id, { lock: "for update" });
		if (recipient.state !== "waiting") throw conflict("sequence-ended", "Nothing further is due for this recipient.");
		await endSequence(database, { ownerId, id, state: "stopped", now: at });
		const event = { ownerId, campaignId: recipient.campaignId, recipientId: id, id: newId(now()), at };
		await recordEvent(database, { ...event, kind: "stopped" });
	});
}

const COLUMNS = `${RECIPIENT}, (select count(*)::int from campaign_messages m where m.owner_id = r.owner_id
	and m.recipient_id = r.id and m.state in ('sent', 'bounced')) as "sentSteps"`;
type ListedRow = RecipientRow & { sentSteps: number };

interface ListQuery {
	state?: RecipientState | undefined;
	q?: string | undefined;
	limit: number;
	/** The last position that was read. */
	cursor?: number | undefined;
}

/** @throws AppError 404 */
export async function listRecipients(
	{ database }: Context,
	ownerId: string,
	id: string,
	{ state, q, limit, cursor }: ListQuery,
): Promise<{ items: Recipient[]; nextCursor: number | null }> {
	await readCampaign(database, ownerId, id);
	const rows = await database.query<ListedRow>(
		`select ${COLUMNS} from campaign_recipients r
		where r.owner_id = $1 and r.campaign_id = $2 and ($3::text is null or r.state = $3)
			and ($4::text is null or position($4 in lower(r.email)) > 0) and r.position > $5
		order by r.position limit $6`,
		[ownerId, id, state ?? null, q === undefined || q === "" ? null : q.toLowerCase(), cursor ?? -1, limit + 1],
	);
	const page = rows.slice(0, limit);
	return { items: page.map(present), nextCursor: rows.length > limit ? (page.at(-1)?.position ?? null) : null };
}

/** @throws AppError 404 */
export async function getRecipient({ database }: Context, ownerId: string, id: string): Promise<Recipient> {
	await readRecipient(database, ownerId, id);
	const rows = await database.query<ListedRow>(
		`select ${COLUMNS} from campaign_recipients r where r.owner_id = $1 and r.id = $2`,
		[ownerId, id],
	);
	const [row] = rows;
	if (row === undefined) throw new Error("The recipient was deleted meanwhile");
	return present(row);
}

function present({ nextAt, awayUntil, changedAt, ...row }: ListedRow): Recipient {
	return {
		...row,
		nextAt: nextAt?.toISOString() ?? null,
		awayUntil: awayUntil?.toISOString() ?? null,
		changedAt: changedAt.toISOString(),
	};
}
