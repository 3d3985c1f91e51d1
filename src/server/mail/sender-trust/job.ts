import { z } from "zod";
import type { RowOf } from "../../db/table.ts";
import { enqueueFresh } from "../../platform/jobs/enqueue-fresh.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { emails } from "../emails/emails.ts";
import { ensurePeople } from "../people/refresh.ts";
import { lockAccount } from "../store/change.ts";
import { JUDGED, judgeStored } from "../store/trust/judge-stored.ts";
import { TRUST_VERSION } from "../trust/signals.ts";
import { recordReceivingServer } from "./receiving-server.ts";

const input = z.object({ accountId: z.uuid() });
type Input = z.infer<typeof input>;

/** Where an attempt resumes: everything newer is done. */
const position = z.object({ date: z.string(), id: z.uuid() });
type Position = z.infer<typeof position>;

const CHUNK = 200;
/** Raw bytes parsed together; always at least one message. */
const MAX_BYTES = 8 * 1024 * 1024;
const NEWEST: Position = { date: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * Judges all messages of a mailbox: those of an older version of the rules are parsed again, the others are compared with
 * what the mailbox knows by now. Newest first, in batches, once per mailbox and version.
 */
export const trustJob: JobKind<Input, MailContext> = {
	name: "judge-trust",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 5,
	async run(ctx: MailContext, job) {
		const { database } = ctx;
		const { ownerId, signal } = job;
		const { accountId } = job.input;
		await ensurePeople(database, ownerId);
		const before = job.previous;
		let changed = typeof before?.changed === "number" ? before.changed : 0;
		let done = typeof before?.scanned === "number" ? before.scanned : 0;
		let at: Position | null = position.safeParse(before?.at).data ?? NEWEST;
		while (at !== null) {
			signal.throwIfAborted();
			const batch = await judgeBatch(ctx, { ownerId, accountId }, at);
			at = batch.at;
			changed += batch.changed;
			done += batch.scanned;
			// What was parsed again may show which server receives the mail: the verdicts depend on it.
			if (at === null && (await recordReceivingServer(ctx, { ownerId, accountId }))) at = NEWEST;
			if (at !== null) job.progress({ done, result: { changed, scanned: done, at } });
			await job.yieldIfWaiting();
		}
		await database.exec(RECORD, [ownerId, accountId, TRUST_VERSION]);
		if (changed > 0) ctx.events.publish(ownerId, { type: "mail", accountId });
		return { changed, scanned: done };
	},
};

/** Enqueues the job for every mailbox that was not judged by this version. */
export async function enqueueTrust({ database, jobs }: Pick<MailContext, "database" | "jobs">): Promise<void> {
	const rows = await database.query<AccountKey>(
		`select a.owner_id as "ownerId", a.id as "accountId" from connected_accounts a
		join email_sync_status s on s.owner_id = a.owner_id and s.account_id = a.id
		left join trust_versions v on v.owner_id = a.owner_id and v.account_id = a.id
		where a.status <> 'deleting' and s.last_sync_at is not null and v.version is distinct from $1`,
		[TRUST_VERSION],
	);
	for (const { ownerId, accountId } of rows) {
		const request = { ownerId, accountId, input: { accountId }, dedupeKey: `trust ${accountId}`, background: true };
		await jobs.enqueue(trustJob, request);
	}
}

/** Enqueues the job for a mailbox of which another receiving server is known now. */
export async function enqueueTrustAgain(
	ctx: Pick<MailContext, "database" | "jobs">,
	{ ownerId, accountId }: AccountKey,
): Promise<void> {
	const request = { ownerId, accountId, input: { accountId }, dedupeKey: `trust ${accountId}`, background: true };
	await enqueueFresh(ctx, trustJob, request);
}

const RECORD = `insert into trust_versions (owner_id, account_id, version) values ($1, $2, $3)
	on conflict (owner_id, account_id) do update set version = excluded.version`;

const COLUMNS = JUDGED.and(emails.only("rawSha256"));

type Row = RowOf<typeof COLUMNS> & { date: string };

async function judgeBatch(
	ctx: Pick<MailContext, "database" | "blobs" | "parsePool">,
	account: AccountKey,
	from: Position,
): Promise<{ at: Position | null; scanned: number; changed: number }> {
	const { database } = ctx;
	const { ownerId, accountId } = account;
	const rows = await database.query<Row>(
		`select ${COLUMNS.select()}, received_date::text as date from emails
		where owner_id = $1 and account_id = $2 and (received_date, id) < ($3::timestamptz, $4::uuid)
		order by received_date desc, id desc limit ${CHUNK}`,
		[ownerId, accountId, from.date, from.id],
	);
	const received = rows.filter(({ folderRole }) => folderRole !== "sent" && folderRole !== "drafts");
	const isOld = ({ trustVersion, rawSha256 }: Row): boolean => rawSha256 !== null && trustVersion !== TRUST_VERSION;
	const examined = await examine(ctx, accountId, received.filter(isOld));
	const current = received.filter((row) => !isOld(row));
	const changed = await database.transaction(async () => {
		await lockAccount(database, accountId);
		const scope = { database, ...account };
		return (await judgeStored(scope, examined, true)) + (await judgeStored(scope, current, false));
	});
	const last = rows.length < CHUNK ? undefined : rows.at(-1);
	return { at: last === undefined ? null : { date: last.date, id: last.id }, scanned: rows.length, changed };
}

/** The messages with what they show by this version of the rules; those whose bytes are gone are left out. */
async function examine(
	{ blobs, parsePool }: Pick<MailContext, "blobs" | "parsePool">,
	accountId: string,
	rows: readonly Row[],
): Promise<Row[]> {
	const examined: Row[] = [];
	let group: { row: Row; raw: Uint8Array }[] = [];
	let bytes = 0;
	const parseGroup = async (): Promise<void> => {
		const items = await parsePool.parse(group.map(({ raw }) => raw));
		group.forEach(({ row }, i) => {
			const trustFindings = items[i]?.message.trust ?? null;
			examined.push({ ...row, trustFindings, trustVersion: TRUST_VERSION });
		});
		group = [];
		bytes = 0;
	};
	for (const row of rows) {
		const raw = await blobs.get(accountId, row.rawSha256 ?? "", { once: true });
		if (raw === null) continue;
		if (group.length > 0 && bytes + raw.length > MAX_BYTES) await parseGroup();
		group.push({ row, raw });
		bytes += raw.length;
	}
	if (group.length > 0) await parseGroup();
	return examined;
}
