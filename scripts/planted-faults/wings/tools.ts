import { faultsOf } from "../fault.ts";

const tool = "src/tools";

export const tools = faultsOf("tools", [
	{
		name: "failed-snooze-loses-reminder",
		file: `${tool}/snoozed/server/snooze.ts`,
		find: "\t\t\tawait addReminders(ctx, ownerId, before);\n",
		replace: "",
		tests: [`${tool}/snoozed/server/snoozed.test.ts`],
	},
	{
		name: "returned-mail-is-read",
		file: `${tool}/snoozed/server/snooze.ts`,
		find: 'type: "mark_read", value: false',
		replace: 'type: "mark_read", value: true',
		tests: [`${tool}/snoozed/server/snoozed.test.ts`],
	},
	{
		name: "same-size-not-covered",
		file: `${tool}/block-filter/server/rules/covers.ts`,
		find: "narrower.bytes >= wider.bytes",
		replace: "narrower.bytes > wider.bytes",
		tests: [`${tool}/block-filter/server/rules/covers.test.ts`, `${tool}/block-filter/server/rules/warnings.test.ts`],
	},
	{
		name: "rhythm-counts-one-gap-more",
		file: `${tool}/unsubscriber/server/subscriptions/frequency.ts`,
		find: "days / (count - 1)",
		replace: "days / count",
		tests: [
			`${tool}/unsubscriber/server/subscriptions/rhythm.test.ts`,
			`${tool}/unsubscriber/server/subscriptions/subscriptions.test.ts`,
		],
	},
	{
		name: "recovered-address-still-bounced",
		file: `${tool}/validator/server/verdict.ts`,
		find: "!wroteSince(ownMail, bounce.at)",
		replace: "wroteSince(ownMail, bounce.at)",
		tests: [`${tool}/validator/server/causes.test.ts`, `${tool}/validator/server/validator.test.ts`],
	},
	{
		name: "mildest-cap-limits-trust",
		file: `${tool}/spam-analyzer/server/score.ts`,
		find: ".sort((a, b) => a.cap - b.cap)",
		replace: ".sort((a, b) => b.cap - a.cap)",
		tests: [`${tool}/spam-analyzer/server/checks/checks.test.ts`, `${tool}/spam-analyzer/server/analyze.test.ts`],
	},
	{
		name: "weekly-window-is-missed",
		file: `${tool}/follow-up-tracker/server/sending-times.ts`,
		find: "day <= today + 7",
		replace: "day < today + 7",
		tests: [
			`${tool}/follow-up-tracker/server/sending-times.test.ts`,
			`${tool}/follow-up-tracker/server/simulation.test.ts`,
		],
	},
	{
		name: "opt-out-keeps-details",
		file: `${tool}/enrichment/server/opt-outs.ts`,
		find: '\t\tawait database.exec("delete from enrichments where owner_id = $1 and email = $2", [ownerId, email]);\n',
		replace: "",
		tests: [`${tool}/enrichment/server/enrichment.test.ts`],
	},
	{
		name: "brief-written-with-read-key",
		file: `${tool}/dashboard/contract.ts`,
		find: 'scope: "mail:write"',
		replace: 'scope: "mail:read"',
		tests: [
			"src/server/http/mcp.test.ts",
			"src/server/http/openapi.test.ts",
			`${tool}/dashboard/server/brief/brief.test.ts`,
		],
	},
	{
		name: "duplicates-keep-unstarred",
		file: `${tool}/smart-archive/server/duplicates/exact.ts`,
		find: "`is_starred desc, cardinality(labels) desc",
		replace: "`is_starred, cardinality(labels) desc",
		tests: [`${tool}/smart-archive/server/duplicates/duplicates.test.ts`],
	},
]);
