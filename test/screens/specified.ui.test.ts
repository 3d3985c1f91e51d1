import { expect, it } from "vitest";
import type { Account } from "#shared/contracts/accounts.ts";
import type { ActivityScore } from "#tools/activity-score/contract.ts";
import type { Analysis } from "#tools/smart-archive/contract.ts";
import { testScreens } from "./screens.ts";

/** What the specification requires of single screens. */

const screens = testScreens();

const connected = (provider: string) => (sample: unknown) => {
	const { items } = sample as { items: Account[] };
	return { items: items.map((one) => ({ ...one, provider, status: "connected" })) };
};

it.each([
	["mbox", "Up to the newest email in the file."],
	["demo", "On sample mail."],
])("says of a feature that is partial in a mailbox of kind %s what there is of it", async (provider, limit) => {
	screens.server.amount = "most";
	screens.server.answers.listAccounts = connected(provider);
	const page = await screens.open("/mailstead");
	const analytics = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^Analytics/ }) });
	await analytics.getByRole("img", { name: "Partial / sample data" }).waitFor();
	await analytics.getByText(limit).waitFor();
});

it("gives each suggested cleanup its priority", async () => {
	screens.server.amount = "most";
	screens.server.answers.listAccounts = connected("imap");
	screens.server.answers.getAnalysis = (sample) => ({
		...(sample as Analysis),
		analyzedAt: "2026-01-05T08:00:00.000Z",
		job: null,
	});
	const page = await screens.open("/tool/smart-archive");
	await page.getByText("High priority", { exact: true }).waitFor();
	await page.getByText("Medium priority", { exact: true }).waitFor();
});

it("judges nobody before their mail was read", async () => {
	screens.server.amount = "most";
	screens.server.answers.listAccounts = connected("imap");
	const score = (lastAnalyzed: string | null) => (sample: unknown) => ({
		...(sample as ActivityScore),
		...{ score: 80, lastAnalyzed },
	});
	screens.server.answers.getActivityScore = score(null);
	const page = await screens.open("/tool/activity-score");
	await page.getByRole("heading", { name: "No score yet" }).waitFor();
	expect(await page.getByText("A good score.").count()).toBe(0);
	screens.server.answers.getActivityScore = score("2026-01-05T08:00:00.000Z");
	await page.reload();
	await page.getByText("A good score.").waitFor();
});

it("marks what only the operator can promise as said by them", async () => {
	const pricing = await screens.open("/pricing");
	await pricing.getByText(/30-day money-back guarantee.*\*$/).waitFor();
	await pricing.getByText("* Stated by the operator of this installation.").waitFor();
	const contact = await screens.open("/contact");
	await contact.getByText("Hours and response time are stated by the operator of this installation.").waitFor();
});
