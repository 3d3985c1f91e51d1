import { type Database, storable, toSqlJson } from "#kernel/database.ts";
import type { DmarcReport } from "./read-report.ts";
import { OTHER_REPORT_NAME, REPORT_TYPES } from "./report-files.ts";

/** The subject of reports (RFC 7489 §7.2.1.1), also when they are forwarded. */
const SUBJECT = "report[ _-]*domain|dmarc";
/**
 * How receivers name the files of reports: receiver, domain, begin, end (RFC 9990 §3.5, RFC 7489 §7.2.1.1); others, and
 * forwarded mail, say what it is about.
 */
const FILE_NAME = `^[^!]+(!|%21)[^!]+(!|%21)\\d+(!|%21)\\d+((!|%21)[^!]+)?\\.(xml|gz|zip|xml\\.gz)$|${SUBJECT}`;
/** Attachments that can be a report, by type or name. */
const CAN_BE_REPORT = `^(${REPORT_TYPES}|message/rfc822)$`;
const REPORT_NAME = "\\.(xml|gz|gzip|zip|eml)$";

export interface Candidate {
	id: string;
	/** A file is named like a report. Otherwise only the subject mentions one. */
	isNamed: boolean;
}

/**
 * Emails with a report that were not read yet, oldest first.
 * @param ids among these; null: in the whole mailbox
 */
export function findCandidates(
	database: Database,
	{
		ownerId,
		accountId,
		ids,
		limit,
	}: { ownerId: string; accountId: string; ids: readonly string[] | null; limit: number },
): Promise<Candidate[]> {
	return database.query(
		`select a.email_id as id, bool_or(a.filename ~* $4) as "isNamed" from mail_attachments_v1 a
			join mail_messages_v1 m on m.owner_id = a.owner_id and m.account_id = a.account_id and m.id = a.email_id
		where a.owner_id = $1 and a.account_id = $2 and ($3::uuid[] is null or a.email_id = any($3))
			and (a.content_type ~* $6 or a.filename ~* $7) and a.filename !~* $9
			and (a.filename ~* $4 or m.subject ~* $8)
			and not exists (select from dmarc_reports r
				where r.owner_id = $1 and r.account_id = $2 and r.email_id = a.email_id)
		group by a.email_id order by a.email_id limit $5`,
		[ownerId, accountId, ids, FILE_NAME, limit, CAN_BE_REPORT, REPORT_NAME, SUBJECT, OTHER_REPORT_NAME],
	);
}

interface ReadEmail {
	ownerId: string;
	accountId: string;
	emailId: string;
}

/** Records a report, or why it can't be read, or that there is none (null); an email is read once. */
export async function storeDmarcReport(
	database: Database,
	{ ownerId, accountId, emailId }: ReadEmail,
	found: { report: DmarcReport; problem?: string } | { problem: string | null },
): Promise<void> {
	const report = "report" in found ? found.report : null;
	await database.transaction(async () => {
		const inserted = await database.query(
			`insert into dmarc_reports (owner_id, account_id, email_id, organization, report_id, domain, begins, ends, policy, problem)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning email_id`,
			[
				...[
					ownerId,
					accountId,
					emailId,
					storable(report?.organization ?? ""),
					storable(report?.reportId ?? ""),
					report?.domain ?? null,
				],
				...[report === null ? null : new Date(report.begins), report === null ? null : new Date(report.ends)],
				...[storable(report?.policy ?? ""), found.problem == null ? null : storable(found.problem)],
			],
		);
		if (inserted.length === 0 || report === null) return;
		await database.exec(
			`insert into dmarc_sources (owner_id, account_id, email_id, position, ip, emails, disposition, dkim, spf, header_from,
				sender)
			select $1, $2, $3, s.position, s.ip, s.emails, s.disposition, s.dkim, s.spf, s.header_from, s.sender
			from jsonb_to_recordset($4::jsonb) as s (position int, ip text, emails int, disposition text, dkim boolean, spf boolean,
				header_from text, sender text)`,
			[
				...[ownerId, accountId, emailId],
				toSqlJson(
					report.sources.map(({ headerFrom, ...source }, position) => ({
						...source,
						position,
						header_from: headerFrom,
					})),
				),
			],
		);
	});
}
