import { AppError } from "#kernel/errors.ts";
import { readCalendar } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Invitation } from "#shared/calendar/invitation.ts";
import { todayIn } from "#shared/today.ts";
import type { Brief } from "../../brief-contract.ts";

/** Invitations are sent weeks before their event. */
const DAYS = 90;
const DAY = 86_400_000;

interface Options {
	ownerId: string;
	accountIds: readonly string[];
	/** Midnight (UTC) of the user's day. */
	today: number;
	zone: string;
	/** Emails that are read at most, and those that are listed at once. */
	most: number;
	page: number;
}

/** Events of received invitations that start today and were not canceled, by their start. Series count by their first date. */
export async function invitationsOn(ctx: MailContext, options: Options): Promise<Brief["invitations"]> {
	const { ownerId, today, zone, most, page } = options;
	const latest = new Map<string, Invitation & { emailId: string }>();
	let [read, emails] = [0, 0];
	for (let after: Row | undefined; read < most; ) {
		const rows = await listInvitations(ctx, options, { after, limit: Math.min(page, most - read) });
		emails = rows[0]?.emails ?? emails;
		for (const { id, account_id: accountId, raw_sha256: rawSha256 } of rows) {
			read++;
			const invitation = await readCalendar(ctx, ownerId, { id, accountId, rawSha256 }).catch(tooComplex);
			if (invitation === null || invitation.method === "reply") continue;
			const known = latest.get(invitation.uid);
			// The newest email of the same state comes first.
			if (known === undefined || known.sequence < invitation.sequence)
				latest.set(invitation.uid, { ...invitation, emailId: id });
		}
		after = rows.at(-1);
		if (after === undefined || rows.length < page) break;
	}
	return { items: eventsOf([...latest.values()], { today, zone }), read, emails };
}

/** The message itself says so where it is opened. */
function tooComplex(cause: unknown): null {
	if (cause instanceof AppError && cause.code === "message-too-complex") return null;
	throw cause;
}

interface Row {
	id: string;
	account_id: string;
	raw_sha256: string;
	received_date: Date;
	/** Of all pages. */
	emails: number;
}

/** Emails with a calendar file, newest first. */
function listInvitations(
	ctx: MailContext,
	{ ownerId, accountIds }: Options,
	{ after, limit }: { after: Row | undefined; limit: number },
): Promise<Row[]> {
	return ctx.database.query<Row>(
		`with with_calendar as materialized (
			select m.id, m.account_id, m.raw_sha256, m.received_date from mail_messages_v1 m
			where m.owner_id = $1 and m.account_id = any($2::uuid[]) and m.received_date > $3 and m.raw_sha256 is not null
				and m.folder_role not in ('sent', 'drafts', 'spam', 'trash') and exists (
					select from mail_attachments_v1 a where a.owner_id = m.owner_id and a.account_id = m.account_id
						and a.email_id = m.id and (a.content_type in ('text/calendar', 'application/ics') or a.filename ilike '%.ics')
				)
		)
		select *, (select count(*)::int from with_calendar) as emails from with_calendar
		where $4::timestamptz is null or (received_date, id) < ($4::timestamptz, $5::uuid)
		order by received_date desc, id desc limit $6`,
		[ownerId, accountIds, new Date(ctx.now() - DAYS * DAY), after?.received_date ?? null, after?.id ?? null, limit],
	);
}

function eventsOf(
	invitations: readonly (Invitation & { emailId: string })[],
	{ today, zone }: Pick<Options, "today" | "zone">,
): Brief["invitations"]["items"] {
	return invitations
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
