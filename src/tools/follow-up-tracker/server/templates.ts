import type { MailContext } from "#kernel/module.ts";
import type { Template } from "../contract.ts";

/** Texts that the user saved as templates in the composer, by name. */
export function listTemplates({ database }: Pick<MailContext, "database">, ownerId: string): Promise<Template[]> {
	return database.query<Template>(
		`select id, name, subject, body_text as text, html from message_templates_v1 where owner_id = $1
		order by lower(name), id`,
		[ownerId],
	);
}
