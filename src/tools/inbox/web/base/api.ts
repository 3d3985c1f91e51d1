import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import type { inboxContract } from "../../contract.ts";
import { inboxContract as routes } from "../../contract.ts?routes";

export const inbox = createClient<typeof inboxContract>(routes, send);

/** The event that a message is about. */
export const invitationQuery = (id: string) =>
	queryOptions({
		queryKey: ["invitation", id],
		queryFn: async ({ signal }) => (await inbox.getInvitation({ params: { id } }, { signal })).invitation,
	});
