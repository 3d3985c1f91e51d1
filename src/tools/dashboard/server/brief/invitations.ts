import { readCalendar } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Invitation } from "#shared/calendar/invitation.ts";
import { todayIn } from "#shared/today.ts";
import type { Brief } from "../../brief-contract.ts";

/** Invitations are sent weeks before their event. */
const DAYS = 90;
const MOST_READ = 60;
const DAY = 86_400_000;

interface Options {
	ownerId: string;
	accountIds: readonly string[];
	/** Midnight (UTC) of the user's day. */
	today: number;
	zone: string;
}

/** Events of received invitations that start today and were not canceled, by their start. Series count by their first date. */
export async function invitationsOn(
	ctx: MailContext,
	{ ownerId, accountIds, today, zone }: Options,
): Promise<Brief["invitations"]> {
	const rows = await ctx.database.query<{ id: string; account_id: string; raw_sha256: string }>(
		`select m.id, m.account_id, m.raw_sha256 from mail_messages_v1 m
		where m.owner_id = $1 and m.account_id = any($2::uuid[]) and m.received_date > $3 and m.raw_sha256 is not null
			and m.folder_role not in ('sent', 'drafts', 'spam', 'trash') and exists (
				select from mail_attachments_v1 a where a.owner_id = m.owner_id and a.account_id = m.account_id
					and a.email_id = m.id and (a.content_type in ('text/calendar', 'application/ics') or a.filename ilike '%.ics')
			)
		order by m.received_date desc limit $4`,
		[ownerId, accountIds, new Date(ctx.now() - DAYS * DAY), MOST_READ],
	);
	const latest = new Map<string, Invitation & { emailId: string }>();
	for (const { id, account_id: accountId, raw_sha256: rawSha256 } of rows) {
		const invitation = await readCalendar(ctx, ownerId, { id, accountId, rawSha256 });
		if (invitation === null || invitation.method === "reply") continue;
		const known = latest.get(invitation.uid);
		// The newest email of the same state comes first.
		if (known === undefined || known.sequence < invitation.sequence)
			latest.set(invitation.uid, { ...invitation, emailId: id });
	}
	return [...latest.values()]
		.filter(({ method, start }) => method !== "cancel" && dayOf(start, zone) === today)
		.map(({ emailId, summary, location, start }) => ({
			emailId,
			summary,
			location,
			start: localTime(start),
			isDate: start.isDate,
		}))
		.toSorted((a, b) => Number(b.isDate) - Number(a.isDate) || Date.parse(a.start) - Date.parse(b.start));
}

function dayOf({ at, isDate, isFloating }: Invitation["start"], zone: string): number | null {
	return todayIn(isDate || isFloating ? "UTC" : zone, Date.parse(at));
}

/** Without a zone where the event has none: the same hour wherever the user is. */
function localTime({ at, isFloating }: Invitation["start"]): string {
	return isFloating ? at.replace(/(?:\.\d+)?Z$/, "") : at;
}
