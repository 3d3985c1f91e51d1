import type { Database } from "#kernel/database.ts";
import { countedIn, RECEIVED_ROLES } from "#kernel/mail.ts";
import { oldPromotionsBefore } from "#shared/search/old-promotions.ts";
import { isCopy, isLarge, isNearCopy, isOld, isReceivedOldPromotion, oldEmailsBefore } from "./selections.ts";

/** Figures of an analysis, from rollups and small indexes, so that no page scans a mailbox. */

export interface Count {
	count: number;
	bytes: number;
}

export interface Figures {
	/** All mail. */
	all: Count;
	/** Spam and trash. */
	discarded: Count;
	oldPromotions: Count;
	oldEmails: Count;
	/** Those of the old emails that are promotions: they count as old promotions, too. */
	oldBoth: Count;
	large: Overlapping[];
	copies: Overlapping[];
	nearCopies: Count;
	/** Some older messages are not classified yet. */
	isClassifying: boolean;
}

/** Corrections for messages that are counted elsewhere or excluded. */
export interface Overlapping extends Count {
	isOldPromotion: boolean;
	isOld: boolean;
	isLarge: boolean;
}

export interface MailScope {
	ownerId: string;
	accountIds: readonly string[];
	/** Epoch milliseconds. */
	now: number;
}

export async function readFigures(database: Database, scope: MailScope): Promise<Figures> {
	const [folders, ages, large, copies, nearCopies, isClassifying] = await Promise.all([
		readFolders(database, scope),
		readAges(database, scope),
		readOverlapping(database, scope, isLarge),
		readOverlapping(database, scope, isCopy),
		readNearCopies(database, scope),
		readClassifyState(database, scope),
	]);
	return { ...folders, ...ages, large, copies, nearCopies, isClassifying };
}

async function readFolders(
	database: Database,
	{ ownerId, accountIds }: MailScope,
): Promise<Pick<Figures, "all" | "discarded">> {
	const rows = await database.query<Count & { discarded: boolean }>(
		`select role in ('spam', 'trash') as discarded, coalesce(sum(total_count), 0)::int as count,
			coalesce(sum(size_bytes), 0)::bigint as bytes
		from mail_folders_v1 where owner_id = $1 and account_id = any($2::uuid[]) group by 1`,
		[ownerId, accountIds],
	);
	const discarded = rows.find((row) => row.discarded) ?? NOTHING;
	const retained = rows.find((row) => !row.discarded) ?? NOTHING;
	return { all: sum([discarded, retained]), discarded: sum([discarded]) };
}

/** Before any mail. */
const EVER = new Date("0001-01-01T00:00:00Z");

const NOTHING: Count = { count: 0, bytes: 0 };

export function sum(counts: readonly Count[]): Count {
	return {
		count: counts.reduce((total, { count }) => total + count, 0),
		bytes: counts.reduce((total, { bytes }) => total + bytes, 0),
	};
}

/** Old mail, from the rollups, minus starred mail: there is little of it, and an index. */
async function readAges(database: Database, scope: MailScope) {
	const [promotionsBefore, oldBefore] = [oldPromotionsBefore(scope.now), oldEmailsBefore(scope.now)];
	const [old, younger, starred] = await Promise.all([
		readCounted(database, scope, EVER, oldBefore),
		readCounted(database, scope, oldBefore, promotionsBefore),
		readStarred(database, scope),
	]);
	const without = (all: Count, less: Count): Count => ({
		count: all.count - less.count,
		bytes: all.bytes - less.bytes,
	});
	return {
		oldPromotions: without(sum([old.promotions, younger.promotions]), starred.oldPromotions),
		oldEmails: without(old.all, starred.oldEmails),
		oldBoth: without(old.promotions, starred.oldBoth),
	};
}

async function readCounted(
	database: Database,
	{ ownerId, accountIds }: MailScope,
	from: Date,
	until: Date,
): Promise<{ all: Count; promotions: Count }> {
	const counted = countedIn({ ownerId, accountIds, from, until });
	const rows = await database.query<Count & { promotions: boolean }>(
		`select c.category = 'promotions' as promotions, sum(c.email_count)::int as count, sum(c.size_bytes)::bigint as bytes
		from ${counted.text} c group by 1`,
		counted.values,
	);
	return { all: sum(rows), promotions: sum(rows.filter((row) => row.promotions)) };
}

async function readStarred(
	database: Database,
	{ ownerId, accountIds, now }: MailScope,
): Promise<Pick<Figures, "oldPromotions" | "oldEmails" | "oldBoth">> {
	const roles = RECEIVED_ROLES.map((role) => `'${role}'`).join(", ");
	const rows = await database.query<Count & { promotions: boolean; isOld: boolean }>(
		`select coalesce(e.category = 'promotions', false) as promotions, e.received_date < $4 as "isOld",
			count(*)::int as count, sum(e.size_bytes)::bigint as bytes
		from mail_messages_v1 e where e.owner_id = $1 and e.account_id = any($2::uuid[]) and e.is_starred
			and e.folder_role in (${roles}) and e.received_date < $3 group by 1, 2`,
		[ownerId, accountIds, oldPromotionsBefore(now), oldEmailsBefore(now)],
	);
	return {
		oldPromotions: sum(rows.filter((row) => row.promotions)),
		oldEmails: sum(rows.filter((row) => row.isOld)),
		oldBoth: sum(rows.filter((row) => row.isOld && row.promotions)),
	};
}

/** @param condition over `e`, matching few messages */
async function readOverlapping(
	database: Database,
	{ ownerId, accountIds, now }: MailScope,
	condition: string,
): Promise<Overlapping[]> {
	return database.query<Overlapping>(
		`select coalesce(${isReceivedOldPromotion("$3")}, false) as "isOldPromotion", ${isOld("$4")} as "isOld", (${isLarge}) as "isLarge",
			count(*)::int as count, sum(e.size_bytes)::bigint as bytes
		from mail_messages_v1 e where e.owner_id = $1 and e.account_id = any($2::uuid[]) and ${condition} group by 1, 2, 3`,
		[ownerId, accountIds, oldPromotionsBefore(now), oldEmailsBefore(now)],
	);
}

async function readNearCopies(database: Database, { ownerId, accountIds }: MailScope): Promise<Count> {
	const row = await database.one<Count>(
		`select count(*)::int as count, coalesce(sum(e.size_bytes), 0)::bigint as bytes
		from mail_messages_v1 e where e.owner_id = $1 and e.account_id = any($2::uuid[]) and ${isNearCopy}`,
		[ownerId, accountIds],
	);
	return row ?? NOTHING;
}

async function readClassifyState(database: Database, { ownerId, accountIds }: MailScope): Promise<boolean> {
	const rows = await database.query(
		"select 1 from mail_messages_v1 where owner_id = $1 and account_id = any($2::uuid[]) and list_key is null limit 1",
		[ownerId, accountIds],
	);
	return rows.length > 0;
}
