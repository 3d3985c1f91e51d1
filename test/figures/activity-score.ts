import { activityScoreContract } from "#tools/activity-score/contract.ts";
import { heatCells } from "#tools/activity-score/heat.ts";
import type { EmailListName, ResponseBucket } from "#tools/activity-score/lists.ts";
import { searchOf, searchOfContact, searchOfOpened, searchWithin } from "#tools/activity-score/searches.ts";
import { type Figures, inInbox, type Pair } from "./pairs.ts";

/** Counts of the activity score. */
export const activityScore: Figures = {
	screen: "activity score: metrics, charts, waiting threads",
	numbers: [
		...["received", "sent", "read"].flatMap((name) => [
			`getActivityScore current.${name}`,
			`getActivityScore before.${name}`,
		]),
		...["fromPeople", "answered", "response.count"].map((name) => `getActivityScore current.${name}`),
		...["hours", "contacts"].flatMap((name) => [
			`getActivityScore ${name}[].received`,
			`getActivityScore ${name}[].sent`,
		]),
		"getActivityScore responseTimes[].replies",
		"getActivityScore waitingForMe",
		"getActivityScore waitingForThem",
		"listActivityEmails total",
	],
	async read(user, account) {
		const client = user.client(activityScoreContract);
		const report = await client.getActivityScore({ query: { account } });
		const at = (q: string | null) => inInbox(user, { account, q });
		const list = async (query: { list: EmailListName; bucket?: ResponseBucket }) =>
			(await client.listActivityEmails({ query: { account, ...query, limit: 1 } })).total;
		const { current, before, contacts, hours, responseTimes } = report;
		const pairs: Pair[] = [
			{ what: "from people", count: current.fromPeople, listed: await list({ list: "people" }) },
			{ what: "answered", count: current.answered, listed: await list({ list: "answered" }) },
			{ what: "replies", count: current.response.count, listed: await list({ list: "replies" }) },
			{ what: "waiting for me", count: report.waitingForMe, listed: await list({ list: "waiting_for_me" }) },
			{ what: "waiting for them", count: report.waitingForThem, listed: await list({ list: "waiting_for_them" }) },
		];
		for (const period of [current, before].filter((one) => one !== null))
			pairs.push(
				{ what: `received ${period.from}`, count: period.received, listed: await at(searchOf("received", period)) },
				{ what: `sent ${period.from}`, count: period.sent, listed: await at(searchOf("sent", period)) },
				{ what: `read ${period.from}`, count: period.read, listed: await at(searchOfOpened(period)) },
			);
		for (const direction of ["received", "sent"] as const) {
			for (const { email, [direction]: count } of contacts)
				pairs.push({
					what: `${direction} ${email}`,
					count,
					listed: await at(searchOfContact(direction, email, current)),
				});
			const cells = heatCells(hours, direction).flat();
			for (const { count, spans } of cells.filter((cell) => cell.count > 0).slice(0, 6))
				pairs.push({ what: `${direction} ${spans[0]?.from}`, count, listed: await at(searchWithin(direction, spans)) });
		}
		for (const { bucket, replies } of responseTimes)
			pairs.push({ what: `replies ${bucket}`, count: replies, listed: await list({ list: "replies", bucket }) });
		return pairs;
	},
};
