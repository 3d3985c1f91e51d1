import type { Database } from "../../db/database.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Emails a user at the address of their account. Check `mailer.configured` and the user's preferences first.
 * @returns whether it was sent: not without an SMTP server, nor to an owner who is gone
 * @throws MailNotSent
 */
export async function mailOwner(
	{ database, mailer }: { database: Database; mailer: Mailer },
	ownerId: string,
	mail: { subject: string; text: string },
): Promise<boolean> {
	const user = await database.one<{ email: string }>("select email from users where id = $1", [ownerId]);
	if (user === undefined) return false;
	return (await mailer.send({ to: user.email, ...mail })).sent;
}
