import { type Database, toSqlJson } from "#kernel/database.ts";
import { badCursor, notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { partsOfName } from "#shared/person-name.ts";
import type { AskedSource, Enrichment, Fact, Picture } from "../contract.ts";
import type { FieldId } from "../fields.ts";

interface Row {
	id: string;
	email: string;
	found: boolean;
	facts: Fact[];
	pictures: Picture[];
	confidence: number;
	asked: AskedSource[];
	checked_at: Date;
}

const columns = (pictures: string): string =>
	`id, email, found, facts, ${pictures} as pictures, confidence, asked, checked_at`;
const COLUMNS = columns("pictures");
const COLUMNS_IN_LISTS = columns("'[]'::jsonb");

/** Stores a result in place of an earlier one about the same address. */
export async function recordEnrichment(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	{
		email,
		facts,
		pictures,
		confidence,
		asked,
	}: Pick<Enrichment, "email" | "facts" | "pictures" | "confidence" | "asked">,
): Promise<Enrichment> {
	const row = await database.one<Row>(
		`insert into enrichments (owner_id, id, email, found, facts, pictures, confidence, asked, checked_at)
		select $1, $2, $3, $4, $5, $6, $7, $8, $9
		where not exists (select 1 from enrichment_opt_outs o where o.owner_id = $1 and o.email = $3)
		on conflict (owner_id, email) do update set found = excluded.found, facts = excluded.facts,
			pictures = excluded.pictures, confidence = excluded.confidence, asked = excluded.asked, checked_at = excluded.checked_at
		returning ${COLUMNS}`,
		[
			...[ownerId, newId(), email, facts.length + pictures.length > 0, toSqlJson(facts), toSqlJson(pictures)],
			...[confidence, toSqlJson(asked), new Date(now())],
		],
	);
	// Opted out at this very moment.
	if (row === undefined) throw notFound("The result");
	return present(row);
}

/** @throws AppError 404 */
export async function getEnrichment(database: Database, ownerId: string, id: string): Promise<Enrichment> {
	const row = await database.one<Row>(`select ${COLUMNS} from enrichments where owner_id = $1 and id = $2`, [
		ownerId,
		id,
	]);
	if (row === undefined) throw notFound("The result");
	return present(row);
}

/** The result about an address; null: none. @param email in lower case */
export async function findEnrichment(database: Database, ownerId: string, email: string): Promise<Enrichment | null> {
	return (await findEnrichments(database, ownerId, [email])).get(email) ?? null;
}

/** Results by address. @param emails in lower case */
export async function findEnrichments(
	database: Database,
	ownerId: string,
	emails: readonly string[],
): Promise<Map<string, Enrichment>> {
	const rows = await database.query<Row>(
		`select ${COLUMNS_IN_LISTS} from enrichments where owner_id = $1 and email = any($2::text[])`,
		[ownerId, emails],
	);
	return new Map(rows.map((row) => [row.email, present(row)]));
}

/** Newest first. @throws AppError 400 `bad-cursor` */
export async function listEnrichments(
	database: Database,
	ownerId: string,
	{ q = "", limit, cursor }: { q?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<{ items: Enrichment[]; nextCursor: string | null }> {
	const after = cursor === undefined ? null : readCursor(cursor);
	const pattern = q.trim() === "" ? null : `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
	const rows = await database.query<Row & { at: string }>(
		`select ${COLUMNS_IN_LISTS}, checked_at::text as at from enrichments
		where owner_id = $1 and ($2::text is null or email ilike $2 or exists (
				select 1 from jsonb_array_elements(facts) f where f ->> 'value' ilike $2))
			and ($3::timestamptz is null or (checked_at, id) < ($3, $4::uuid))
		order by checked_at desc, id desc limit $5`,
		[ownerId, pattern, after?.at ?? null, after?.id ?? null, limit + 1],
	);
	const last = rows[limit - 1];
	const more = rows.length > limit && last !== undefined;
	return {
		items: rows.slice(0, limit).map(present),
		nextCursor: more ? Buffer.from(`${last.at} ${last.id}`).toString("base64url") : null,
	};
}

/** @throws AppError 404 */
export async function deleteEnrichment(database: Database, ownerId: string, id: string): Promise<void> {
	const rows = await database.query("delete from enrichments where owner_id = $1 and id = $2 returning id", [
		ownerId,
		id,
	]);
	if (rows.length === 0) throw notFound("The result");
}

function present({ id, email, found, facts, pictures, confidence, asked, checked_at: at }: Row): Enrichment {
	const valueFor = (field: FieldId) => facts.find((one) => one.field === field)?.value ?? null;
	const fullName = valueFor("fullName");
	return {
		...{ id, email, found, message: found ? null : messageFor(email, asked) },
		...(fullName === null ? { firstName: null, lastName: null } : partsOfName(fullName)),
		...{ fullName, company: valueFor("company"), position: valueFor("position"), location: valueFor("location") },
		...{ phone: valueFor("phone"), linkedIn: valueFor("linkedIn"), twitter: valueFor("twitter") },
		...{ confidence: Math.round(confidence * 100) / 100, facts, pictures, asked, checkedAt: at.toISOString() },
	};
}

function messageFor(email: string, asked: readonly AskedSource[]): string {
	const others = asked.filter(({ source, state }) => source !== "own-mail" && state !== "skipped").length;
	return others === 0
		? `Your mail has no details about ${email}.`
		: `Neither your mail nor the sources asked have details about ${email}.`;
}

function readCursor(cursor: string): { at: string; id: string } {
	const [, at = "", id = ""] = /^(\S+ \S+) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
	if (at === "" || Number.isNaN(Date.parse(at.replace(" ", "T").replace(/\+(\d\d)$/, "+$1:00")))) throw badCursor();
	return { at, id };
}
