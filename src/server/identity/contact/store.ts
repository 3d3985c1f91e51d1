import type { ContactMessage } from "#shared/contracts/contact.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";

/** A message submitted with the form. */
export interface NewContactMessage {
	id: string;
	name: string;
	email: string;
	subject: string;
	message: string;
	userId: string | null;
	isSuspectedSpam: boolean;
}

interface Row {
	id: string;
	name: string;
	email: string;
	subject: string;
	message: string;
	is_suspected_spam: boolean;
	created_at: Date;
	mailed_at: Date | null;
}

const columns = "id, name, email, subject, message, is_suspected_spam, created_at, mailed_at";

export async function insertMessage(database: Database, message: NewContactMessage): Promise<void> {
	await database.exec(
		`insert into contact_messages (id, name, email, subject, message, user_id, is_suspected_spam)
		 values ($1, $2, $3, $4, $5, $6, $7)`,
		[
			message.id,
			message.name,
			message.email,
			message.subject,
			message.message,
			message.userId,
			message.isSuspectedSpam,
		],
	);
}

/** Null when it is deleted: its author deleted their account. */
export async function getMessage(database: Database, id: string): Promise<ContactMessage | null> {
	const row = await database.one<Row>(`select ${columns} from contact_messages where id = $1`, [id]);
	return row === undefined ? null : present(row);
}

/**
 * Newest first.
 * @param before the last id of the previous page
 */
export async function listMessages(
	database: Database,
	limit: number,
	before: string | null,
): Promise<ContactMessage[]> {
	const rows = await database.query<Row>(
		`select ${columns} from contact_messages where $2::uuid is null or id < $2 order by id desc limit $1`,
		[limit, before],
	);
	return rows.map(present);
}

export async function noteMailed(database: Database, id: string): Promise<void> {
	await database.exec("update contact_messages set mailed_at = now() where id = $1", [id]);
}

/** The recipient of messages unless CONTACT_EMAIL is set; null before anybody has signed up. */
export async function findOperator(database: Database): Promise<{ id: string; email: string } | null> {
	const rows = await database.query<{ id: string; email: string }>(
		"select u.id, u.email from operator o join users u on u.id = o.user_id",
		[],
	);
	return rows[0] ?? null;
}

function present(row: Row): ContactMessage {
	return {
		id: row.id,
		name: row.name,
		email: row.email,
		subject: row.subject,
		message: row.message,
		isSuspectedSpam: row.is_suspected_spam,
		createdAt: row.created_at.toISOString(),
		mailedAt: row.mailed_at?.toISOString() ?? null,
	};
}

/** @throws AppError 404 */
export async function deleteMessage(database: Database, id: string): Promise<void> {
	const rows = await database.query("delete from contact_messages where id = $1 returning id", [id]);
	if (rows.length === 0) throw notFound("The message");
}
