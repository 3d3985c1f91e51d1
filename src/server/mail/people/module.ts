import { peopleContract } from "#shared/contracts/people.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { onNewMail } from "../events/new-mail.ts";
import { refreshPeopleJob, refreshStalePeople, waitForFirstPeople } from "./job.ts";
import { listPeople } from "./people.ts";
import { refreshPeopleOf } from "./refresh.ts";
import { usualAddress } from "./written-to.ts";

/** People of a user: derived from stored mail, updated with new mail, and recomputed once a day. */
export const peopleModule: ServerModule<MailContext> = {
	name: "people",
	jobs: [refreshPeopleJob],
	maintain: refreshStalePeople,
	subscriptions: [onNewMail("people.new-mail", (ctx: MailContext, mail) => refreshPeopleOf(ctx.database, mail))],
	routes: (ctx) => [
		implement(peopleContract, {
			async listPeople({ caller, query: { q, automated, cursor, limit }, request }) {
				// An empty list of recipients would be shown until more is typed.
				await waitForFirstPeople(ctx, caller.ownerId, request.signal);
				const options = { text: q, withAutomated: automated, cursor, limit };
				const { items, nextCursor } = await listPeople(ctx.database, caller.ownerId, options);
				return {
					items: items.map((person) => ({
						...person,
						firstContactAt: person.firstContactAt.toISOString(),
						lastContactAt: person.lastContactAt.toISOString(),
					})),
					nextCursor,
				};
			},
			async findUsualAddress({ caller, query: { address } }) {
				return { usual: await usualAddress(ctx.database, caller.ownerId, address) };
			},
		}),
	],
};
