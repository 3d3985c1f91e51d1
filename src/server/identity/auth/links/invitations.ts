import { createHash, randomBytes } from "node:crypto";
import type { Invitation } from "#shared/contracts/operator.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../../db/database.ts";
import { notFound } from "../../../errors.ts";
import { cutPage, readCursor, timeKey } from "../../../key-cursor.ts";

/** Links that each let one user sign up. The link contains a secret; the database stores only its hash. */

/** How long a sign-up in progress reserves an invitation. */
const RESERVED_MINUTES = 10;

export const invitationInvalid = {
	code: "invitation-invalid",
	message: "This invitation was used, has expired or was revoked. Ask for another one.",
};

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

interface Row {
	id: string;
	note: string;
	created_at: Date;
	expires_at: Date;
	used_by_email: string | null;
	used_at: Date | null;
}

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function listInvitations(
	database: Database,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: Invitation[]; nextCursor: string | null }> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<Row>(
		`select i.id, i.note, i.created_at, i.expires_at, i.used_at, u.email as used_by_email
		from invitations i left join users u on u.id = i.used_by
		where $1::timestamptz is null or (date_trunc('milliseconds', i.created_at), i.id) < ($1::timestamptz, $2::uuid)
		order by date_trunc('milliseconds', i.created_at) desc, i.id desc limit $3`,
		[time, id, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.toISOString(), row.id]);
	return { items: page.map(present), nextCursor };
}

function present(row: Row): Invitation {
	return {
		id: row.id,
		note: row.note,
		createdAt: row.created_at.toISOString(),
		expiresAt: row.expires_at.toISOString(),
		usedBy: row.used_by_email,
		usedAt: row.used_at?.toISOString() ?? null,
	};
}

/** @returns the invitation and the secret of its link, which is not stored */
export async function createInvitation(
	database: Database,
	by: string,
	{ note, days, now }: { note: string; days: number; now: number },
): Promise<{ invitation: Invitation; token: string }> {
	const token = randomBytes(24).toString("base64url");
	const row = await database.one<Row>(
		`insert into invitations (id, token_hash, note, created_by, expires_at) values ($1, $2, $3, $4, $5)
		returning id, note, created_at, expires_at, used_at, null as used_by_email`,
		[newId(now), hashOf(token), note, by, new Date(now + days * 24 * 3_600_000)],
	);
	if (row === undefined) throw new Error("The invitation was not made");
	return { invitation: present(row), token };
}

/** @throws AppError 404 */
export async function deleteInvitation(database: Database, id: string): Promise<void> {
	const rows = await database.query("delete from invitations where id = $1 returning id", [id]);
	if (rows.length === 0) throw notFound("The invitation");
}

/**
 * Reserves an invitation for a sign-up attempt: no one else can use it meanwhile.
 * @returns its id for `acceptInvitation`; null when the invitation does not exist, is used or has expired
 */
export async function reserveInvitation(database: Database, token: string, now: number): Promise<string | null> {
	const row = await database.one<{ id: string }>(
		`update invitations set reserved_at = $2 where token_hash = $1 and used_at is null and expires_at > $2
		and (reserved_at is null or reserved_at < $3) returning id`,
		[hashOf(token), new Date(now), new Date(now - RESERVED_MINUTES * 60_000)],
	);
	return row?.id ?? null;
}

/**
 * Called after the sign-up attempt: marks the invitation used if it created a user, releases it otherwise (address
 * taken, password too short).
 */
export async function acceptInvitation(database: Database, id: string, email: string, now: number): Promise<void> {
	const used = await database.query(
		`update invitations i set used_by = u.id, used_at = $3 from users u
		where i.id = $1 and u.email = $2 and not exists (select 1 from invitations o where o.used_by = u.id)
			and u.created_at >= i.reserved_at - interval '1 minute' returning i.id`,
		[id, email, new Date(now)],
	);
	if (used.length === 0) await database.exec("update invitations set reserved_at = null where id = $1", [id]);
}
