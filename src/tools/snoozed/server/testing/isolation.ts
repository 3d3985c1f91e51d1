import type { IsolationFixture } from "#test/isolation.ts";
import { snoozedContract } from "../../contract.ts";

const until = "2030-01-05T08:00:00Z";

export const isolation: IsolationFixture = {
	async prepare({ server, person, email }) {
		const client = person.client(snoozedContract);
		const { reminders } = await client.snooze({ body: { ids: [email], until } });
		const { muted } = await client.muteConversations({ body: { ids: [email] } });
		await server.ctx.jobs.drain();
		const [reminder = ""] = reminders;
		const [conversation = ""] = muted;
		return { reminders: reminder, "muted-conversations": conversation };
	},
	inputs: {
		changeReminder: { json: { dueAt: until } },
	},
};
