import { csvRecord, type MailContext } from "#kernel/module.ts";
import { readCampaign } from "../rows.ts";

/** Rows read at once. */
const PAGE = 500;

interface Row {
	position: number;
	email: string;
	state: string;
	reason: string | null;
	fields: Record<string, string>;
	sent: number;
	lastSent: Date | null;
	opened: Date | null;
	clicked: Date | null;
	replied: Date | null;
	tone: string | null;
}

/** The recipients with their results, read while the file is streamed. @throws AppError 404 */
export async function exportCampaign(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	id: string,
	limit = PAGE,
): Promise<AsyncGenerator<string>> {
	const campaign = await readCampaign(database, ownerId, id);
	const { fields } = campaign;
	async function* lines(): AsyncGenerator<string> {
		yield csvRecord([
			"Email",
			...fields,
			"Status",
			"Reason",
			"Sent",
			"Last Sent",
			"Opened",
			"Clicked",
			"Replied",
			"Tone",
		]);
		for (let after = -1; ; ) {
			const rows = await database.query<Row>(
				`select r.position, r.email, r.state, r.reason, r.fields, r.tone, m.sent, m.last_sent as "lastSent", m.opened, m.clicked,
					(select min(e.happened_at) from campaign_events e
						where e.owner_id = r.owner_id and e.recipient_id = r.id and e.kind = 'replied') as replied
				from campaign_recipients r
				cross join lateral (
					select count(sent_at)::int as sent, max(sent_at) as last_sent, min(opened_at) as opened, min(clicked_at) as clicked
					from campaign_messages where owner_id = r.owner_id and recipient_id = r.id) m
				where r.owner_id = $1 and r.campaign_id = $2 and r.position > $3 order by r.position limit $4`,
				[ownerId, id, after, limit],
			);
			for (const row of rows)
				yield csvRecord([
					...[row.email, ...fields.map((name) => row.fields[name] ?? ""), row.state, row.reason ?? "", row.sent],
					...[row.lastSent, row.opened, row.clicked, row.replied].map((at) => at?.toISOString() ?? ""),
					row.tone ?? "",
				]);
			const last = rows.at(-1);
			if (last === undefined) return;
			after = last.position;
		}
	}
	return lines();
}
