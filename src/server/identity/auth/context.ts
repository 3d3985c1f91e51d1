import type { MailContext } from "../../mail/context/context.ts";
import type { Auth } from "./auth.ts";

/** The application's services: created once in `server.ts` and passed to everything; there are no globals. */
export interface Context extends MailContext {
	auth: Auth;
}
