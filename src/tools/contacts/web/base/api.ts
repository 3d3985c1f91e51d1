import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { contactsContract } from "../../contract.ts";
import { contactsContract as routes } from "../../contract.ts?routes";

export const contactsApi = createClient<typeof contactsContract>(routes, send);

/** Query keys: contacts change with the mail. */
export const contactsKey = [...keys.mail, "contacts"] as const;
