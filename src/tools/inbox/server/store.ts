import type { Database } from "#kernel/database.ts";
import type { Answer } from "#shared/calendar/status.ts";

/** The SQL of `invitation_answers`. */

export interface AnswerRow {
	event_key: string;
	sequence: number;
	email_id: string;
	attendee: string;
	answer: Answer;
	attempt: number;
	answered_at: Date;
}

export async function readAnswer(database: Database, ownerId: string, eventKey: string): Promise<AnswerRow | null> {
	const row = await database.one<AnswerRow>(
		`select event_key, sequence, email_id, attendee, answer, attempt, answered_at from invitation_answers
		where owner_id = $1 and event_key = $2`,
		[ownerId, eventKey],
	);
	return row ?? null;
}

/** @returns how often the event was answered */
export async function saveAnswer(
	database: Database,
	{ ownerId, ...row }: Omit<AnswerRow, "attempt"> & { ownerId: string },
): Promise<number> {
	const saved = await database.one<{ attempt: number }>(
		`insert into invitation_answers as a (owner_id, event_key, sequence, email_id, attendee, answer, attempt, answered_at)
		values ($1, $2, $3, $4, $5, $6, 1, $7)
		on conflict (owner_id, event_key) do update set sequence = excluded.sequence, email_id = excluded.email_id,
			attendee = excluded.attendee, answer = excluded.answer, attempt = a.attempt + 1, answered_at = excluded.answered_at
		returning attempt`,
		[ownerId, row.event_key, row.sequence, row.email_id, row.attendee, row.answer, row.answered_at],
	);
	return saved?.attempt ?? 1;
}
