import type { MailContext } from "../../mail/context/context.ts";
import type { Auth } from "./auth.ts";

/** What the running product is made of: built once in `server.ts`, handed to everything, kept nowhere else. */
export interface Context extends MailContext {
	auth: Auth;
}
