import type { Database } from "#kernel/database.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import type { Template } from "../contract.ts";

/** Templates: texts that are inserted into messages. */

/** Of a user. */
const MAX_TEMPLATES = 200;

interface TemplateRow {
	id: string;
	name: string;
	subject: string;
	html: string | null;
	body_text: string;
	updated_at: Date;
}

const COLUMNS = "id, name, subject, html, body_text, updated_at";

/** By name. */
export async function listTemplates(database: Database, ownerId: string): Promise<Template[]> {
	const rows = await database.query<TemplateRow>(
		`select ${COLUMNS} from message_templates where owner_id = $1 order by lower(name), id`,
		[ownerId],
	);
	return rows.map(present);
}

type Content = Pick<Template, "name" | "subject" | "html" | "text">;

/** @throws AppError 409 `too-many-templates` */
export async function createTemplate(
	ctx: MailContext,
	ownerId: string,
	content: Content,
	most = MAX_TEMPLATES,
): Promise<Template> {
	const { name, subject, html, text } = content;
	const row = await ctx.database.one<TemplateRow>(
		`insert into message_templates (owner_id, id, name, subject, html, body_text, updated_at)
		select $1, $2, $3, $4, $5, $6, $7
		where (select count(*) from message_templates where owner_id = $1) < $8::int returning ${COLUMNS}`,
		[ownerId, newId(ctx.now()), name, subject, html, text, new Date(ctx.now()), most],
	);
	if (row === undefined) throw conflict("too-many-templates", `You have ${most} templates. Delete some of them first.`);
	return present(row);
}

/** @throws AppError 404 */
export async function updateTemplate(
	ctx: MailContext,
	{ ownerId, id }: { ownerId: string; id: string },
	{ name, subject, html, text }: Partial<Content>,
): Promise<Template> {
	const row = await ctx.database.one<TemplateRow>(
		`update message_templates set name = coalesce($3, name), subject = coalesce($4, subject),
			html = case when $5 then $6 else html end, body_text = coalesce($7, body_text), updated_at = $8
		where owner_id = $1 and id = $2 returning ${COLUMNS}`,
		[
			...[ownerId, id, name ?? null, subject ?? null, html !== undefined, html ?? null, text ?? null],
			new Date(ctx.now()),
		],
	);
	if (row === undefined) throw notFound("The template");
	return present(row);
}

/** @throws AppError 404 */
export async function deleteTemplate(database: Database, ownerId: string, id: string): Promise<void> {
	const rows = await database.query("delete from message_templates where owner_id = $1 and id = $2 returning 1", [
		ownerId,
		id,
	]);
	if (rows.length === 0) throw notFound("The template");
}

function present({ body_text: text, updated_at: updatedAt, ...row }: TemplateRow): Template {
	return { ...row, text, updatedAt: updatedAt.toISOString() };
}
