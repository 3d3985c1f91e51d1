import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { badRequest } from "#server/errors.ts";
import type { Plan } from "#tools/follow-up-tracker/contract.ts";
import { samplePlan, sampleStep } from "#tools/follow-up-tracker/server/testing/sample-plan.ts";
import { PHONE, WIDE } from "../../e2e/browser.ts";
import { fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { composerOf } from "./composer-parts.ts";
import { keepDrafts } from "./drafts.ts";
import { testScreens } from "./screens.ts";

/** Campaigns while they are written, and after their launch. */

const screens = testScreens();
const ID = "01a1f767-c935-77a0-bb9e-6bd6c560a3af";

interface Kept {
	plan: Plan;
	state: string;
	archivedAt: string | null;
}

/** One campaign, kept in memory. @returns it as the server has it */
function keepCampaign(state: string, stepsSent: readonly number[] = []): Kept {
	const { server } = screens;
	server.amount = "most";
	const steps = [sampleStep({ subject: "Hello" }), sampleStep({ waitDays: 3, body: "Did you see it?" })];
	const kept: Kept = { plan: samplePlan({ steps, pauseAtBounces: 5 }), state, archivedAt: null };
	const shown = (sample: unknown) => ({
		...(sample as object),
		...{ ...kept, id: ID, name: kept.plan.name, recipientCount: 3, states: { waiting: 2, finished: 1 } },
		...{ findings: [], exclusions: {}, pauseReason: null },
		stepCounts: kept.plan.steps.map((_, at) => ({
			...{ sent: stepsSent[at] ?? 0, opened: null, clicked: null, replied: 0, subjects: null },
		})),
	});
	server.answers.getCampaign = shown;
	for (const id of ["updateCampaign", "changeCampaign"])
		server.answers[id] = (sample, { body }) => {
			kept.plan = body as Plan;
			return shown(sample);
		};
	server.answers.renameCampaign = (sample, { body }) => {
		kept.plan = { ...kept.plan, ...(body as { name: string }) };
		return shown(sample);
	};
	server.answers.archiveCampaign = (sample, { body }) => {
		kept.archivedAt = (body as { archived: boolean }).archived ? new Date().toISOString() : null;
		return shown(sample);
	};
	server.answers.createCampaign = (sample, { body }) => {
		Object.assign(kept, { plan: body, state: "draft" });
		return shown(sample);
	};
	return kept;
}

const open = (step = "", options = {}) =>
	screens.open(`/tool/follow-up-tracker?campaign=${ID}${step === "" ? "" : `&step=${step}`}`, options);
const text = (page: Page) => page.getByLabel("Message", { exact: true }).first();
const chosen = async (page: Page, name: string) => {
	await page.getByRole("button", { name: "More", exact: true }).click();
	await page.getByRole("menuitem", { name }).click();
};

it("saves a draft while it is written, and when it is left at once", async () => {
	const kept = keepCampaign("draft");
	const page = await open("messages");
	await text(page).fill("Good morning");
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(kept.plan.steps[0]?.body).toBe("Good morning");
	await text(page).fill("Good evening");
	await page.getByRole("link", { name: "Dashboard" }).first().click();
	await expect.poll(() => kept.plan.steps[0]?.body).toBe("Good evening");
});

it("says why a draft is not saved, and saves it once it can be", async () => {
	const kept = keepCampaign("draft");
	const save = screens.server.answers.updateCampaign;
	screens.server.answers.updateCampaign = () => {
		throw badRequest("bad-plan", "Sending has to end later in the day than it starts.");
	};
	screens.expectErrors(/status of 400/);
	const page = await open("messages");
	await text(page).fill("Good morning");
	await page.getByText("Not saved: Sending has to end later in the day than it starts.").waitFor();
	screens.server.answers.updateCampaign = save as NonNullable<typeof save>;
	await text(page).fill("Good evening");
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(kept.plan.steps[0]?.body).toBe("Good evening");
});

it("chooses at how many bounces a campaign pauses", async () => {
	const kept = keepCampaign("draft");
	const page = await open("sending");
	await page.getByRole("combobox", { name: "Pause when messages bounce" }).click();
	await page.getByRole("option", { name: "At 2% of the people written to" }).click();
	await expect.poll(() => kept.plan.pauseAtBounces).toBe(2);
	await fitsAndIsAccessible(page, "campaign-sending");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "campaign-sending-phone");
});

it.each([
	["draft", "review"],
	["active", ""],
])("shows what leaves when until the end, of a campaign that is %s", async (state, step) => {
	keepCampaign(state);
	const days = Array.from({ length: 12 }, (_, at) => ({
		day: `2030-01-${String(at + 3).padStart(2, "0")}`,
		counts: [at < 6 ? 20 : 0, at > 2 ? 15 : 0],
	}));
	const ends = { nextAt: "2030-01-03T08:00:00.000Z", endsAt: "2030-01-14T10:00:00.000Z" };
	const { getCampaign } = screens.server.answers;
	screens.server.answers.getCampaign = (sample, input) => ({
		...(getCampaign?.(sample, input) as object),
		checkedAt: "2026-06-01T08:00:00.000Z",
	});
	screens.server.answers.getCampaignForecast = () => ({ days, total: 255, ...ends, isCut: false });
	const page = await open(step);
	await page.getByText("Ends about Monday, Jan 14, 2030, if nobody replies.").waitFor();
	const rows = page.getByRole("table", { name: "Sending forecast" }).getByRole("row");
	expect(await rows.nth(4).textContent()).toBe("Sunday, Jan 6, 203020 × First message, 15 × Follow-up 135");
	expect(await rows.count()).toBe(11);
	await page.getByRole("button", { name: "Show all: 12 days" }).click();
	expect(await rows.count()).toBe(13);
	await fitsAndIsAccessible(page, `campaign-forecast-${state}`);
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, `campaign-forecast-${state}-phone`);
});

it("changes a campaign in progress as a whole, and keeps what was written where it is refused", async () => {
	const kept = keepCampaign("active", [2, 0]);
	const save = screens.server.answers.changeCampaign;
	const page = await open();
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await page.getByText("Changes apply from each person's next message on.").waitFor();
	await page.getByText("2 people already got this message and won't get it again.").waitFor();
	expect(await page.getByRole("button", { name: /^Remove / }).count()).toBe(1);
	await fitsAndIsAccessible(page, "campaign-change");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "campaign-change-phone");
	screens.server.answers.changeCampaign = () => {
		throw badRequest("missing-field", "1 person has no value for {{firm}} in message 1.");
	};
	screens.expectErrors(/status of 400/);
	await text(page).fill("Hello {{firm}}");
	expect(kept.plan.steps[0]?.body).toBe("Again");
	const button = page.getByRole("button", { name: "Save changes" });
	await button.click();
	await page.getByRole("alert").getByText("1 person has no value for {{firm}} in message 1.").waitFor();
	screens.server.answers.changeCampaign = save as NonNullable<typeof save>;
	await text(page).fill("Hello {{firm|there}}");
	await button.click();
	await page.getByText("Changes saved").first().waitFor();
	await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
	expect(kept.plan.steps[0]?.body).toBe("Hello {{firm|there}}");
});

it("asks before changes of a campaign in progress are left", async () => {
	const kept = keepCampaign("active");
	const page = await open("messages");
	await text(page).fill("Half a sen");
	await page.getByRole("button", { name: "Cancel" }).click();
	const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
	await question.getByRole("button", { name: "Keep editing" }).click();
	expect(await text(page).inputValue()).toBe("Half a sen");
	await page.getByRole("button", { name: "Cancel" }).click();
	await question.getByRole("button", { name: "Discard changes" }).click();
	await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
	expect(kept.plan.steps[0]?.body).toBe("Again");
});

it("renames, archives and duplicates a campaign that is over", async () => {
	const kept = keepCampaign("completed");
	const page = await open();
	await chosen(page, "Rename…");
	await page.getByLabel("Campaign name").fill("Autumn offer");
	await page.getByRole("button", { name: "Rename", exact: true }).click();
	await page.getByRole("heading", { level: 1, name: "Autumn offer" }).waitFor();
	await chosen(page, "Archive");
	await page.getByText("Campaign archived").first().waitFor();
	await chosen(page, "Move back to the list");
	await expect.poll(() => kept.archivedAt).toBeNull();
	await fitsAndIsAccessible(page, "campaign-over");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "campaign-over-phone");
	await chosen(page, "Duplicate");
	await page.getByRole("heading", { level: 1, name: "Copy of Autumn offer" }).waitFor();
	expect(kept).toMatchObject({ state: "draft", plan: { name: "Copy of Autumn offer", startsAt: null } });
});

it("lists archived campaigns apart", async () => {
	const asked: unknown[] = [];
	screens.server.amount = "most";
	screens.server.answers.listCampaigns = (sample, { query }) => {
		asked.push((query as { archived?: unknown }).archived);
		return sample;
	};
	const page = await screens.open("/tool/follow-up-tracker");
	await page.getByRole("button", { name: "Archived campaigns" }).click();
	await page.getByRole("button", { name: "Back to campaigns" }).waitFor();
	expect(asked).toEqual([false, true]);
	await fitsAndIsAccessible(page, "campaigns-archived");
});

it("sorts replies by what they say, corrects one, and answers it", async () => {
	screens.server.amount = "most";
	const drafts = keepDrafts(screens.server);
	let tone: string | null = null;
	const reply = {
		...{ campaignId: ID, campaignName: "Spring offer", toneSource: "rules", awayUntil: null, next: null },
		text: "",
	};
	const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	const id = (number: number) => `0190f5a0-0000-7000-8000-00000000000${number}`;
	screens.server.answers.listCampaignReplies = (_, { query }) => {
		const { group: asked } = query as { group?: string };
		const items = [
			{
				...{ ...reply, recipientId: id(1), email: "ann@example.net", group: tone ?? "unsure", at: at(5) },
				...{ canSetTone: true, emailId: id(5), isAnswered: false, text: "Sounds good. Could you call me on Thursday?" },
			},
			{
				...{ ...reply, recipientId: id(2), email: "bob@example.net", group: "absent", at: at(50) },
				...{ canSetTone: false, emailId: null, isAnswered: true, text: "I'm out of office.", awayUntil: at(-9_000) },
			},
		].filter(({ group }) => asked === undefined || group === asked);
		return { items, total: items.length, counts: { [tone ?? "unsure"]: 1, absent: 1 }, nextCursor: null };
	};
	screens.server.answers.setReplyTone = (sample, { body }) => {
		({ tone } = body as { tone: string | null });
		return sample;
	};
	const page = await screens.open("/tool/follow-up-tracker?tab=replies");
	const rows = page.getByRole("list", { name: "Replies" }).getByRole("listitem");
	await rows.first().getByText("Could you call me on Thursday?").waitFor();
	await rows.last().getByText("Answered").waitFor();
	expect(await rows.last().getByRole("button").count()).toBe(0);
	await fitsAndIsAccessible(page, "campaign-replies");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "campaign-replies-phone");
	await page.setViewportSize(WIDE);
	await page.getByRole("button", { name: "What ann@example.net says: Unsure" }).click();
	await page.getByRole("menuitemradio", { name: "Interested" }).click();
	await page.getByRole("button", { name: "What ann@example.net says: Interested" }).waitFor();
	expect(tone).toBe("interested");
	await page.getByRole("button", { name: /^Interested/ }).click();
	await expect.poll(() => rows.count()).toBe(1);
	await page.getByRole("button", { name: "Reply to ann@example.net" }).click();
	await composerOf(page).waitFor();
	await expect.poll(() => drafts.list().map(({ kind, emailId }) => [kind, emailId])).toEqual([["reply", id(5)]]);
});

it("offers what a reply proposes: a reminder, the colleague it names, or no more mail", async () => {
	screens.server.amount = "most";
	const taken: unknown[] = [];
	const base = {
		campaignId: ID,
		campaignName: "Spring offer",
		toneSource: "rules",
		awayUntil: null,
		isAnswered: false,
	};
	const id = (number: number) => `0190f5a0-0000-7000-8000-00000000000${number}`;
	const next = { day: "2027-03-01", colleague: { email: "marta@ink.example", name: "Marta Ruiz" }, done: null };
	const rows = [
		{ email: "ann@example.net", group: "not_now", text: "Not before March, sorry.", next },
		{ email: "bob@example.net", group: "wrong_person", text: "Please ask Marta Ruiz <marta@ink.example>.", next },
		{
			email: "cy@example.net",
			group: "refused",
			text: "No, thank you.",
			next: { ...next, day: null, colleague: null },
		},
		{ email: "dee@example.net", group: "not_now", text: "Not now.", next: { ...next, day: null } },
	].map((row, at) => ({
		...{ ...base, ...row, recipientId: id(at), emailId: id(at), canSetTone: true },
		at: new Date(Date.now() - 60_000 * at).toISOString(),
	}));
	const done = ["reminded", "added", "suppressed"];
	screens.server.answers.listCampaignReplies = () => ({
		items: rows.map((row, at) => ({ ...row, next: { ...row.next, done: taken.length > at ? done[at] : null } })),
		...{ total: 4, counts: { not_now: 2, wrong_person: 1, refused: 1 }, nextCursor: null },
	});
	screens.server.answers.takeNextStep = (sample, { body }) => {
		taken.push(body);
		return sample;
	};
	const page = await screens.open("/tool/follow-up-tracker?tab=replies");
	const list = page.getByRole("list", { name: "Replies" });
	await list.getByRole("button", { name: "Remind me on Mar 1, 2027" }).waitFor();
	await fitsAndIsAccessible(page, "campaign-next-steps");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "campaign-next-steps-phone");
	await page.setViewportSize(WIDE);
	await list.getByRole("button", { name: "Remind me on Mar 1, 2027" }).click();
	await list.getByText("Snoozed until Mar 1, 2027").waitFor();
	await list.getByRole("button", { name: "Add marta@ink.example" }).click();
	const dialog = page.getByRole("alertdialog", { name: "Add Marta Ruiz to this campaign?" });
	await dialog.getByRole("button", { name: "Add to campaign" }).click();
	await list.getByText("marta@ink.example added to the campaign").waitFor();
	await list.getByRole("button", { name: "Don't write again to cy@example.net" }).click();
	await list.getByText("On your suppression list").waitFor();
	const until = new Date("2027-03-01T09:00:00").toISOString();
	expect(taken).toEqual([{ kind: "remind", until }, { kind: "add_colleague" }, { kind: "suppress" }]);
});

it("asks for the sender's name of each mailbox, and offers it as a merge field", async () => {
	const kept = keepCampaign("draft");
	const senders = [0, 1].map((at) => ({
		...{ accountId: `0190f5a0-0000-7000-8000-00000000000${at}`, name: "Work", email: `${"ab"[at]}@example.org` },
		...{ obstacle: null, isLocal: false },
	}));
	screens.server.answers.listCampaignSenders = () => ({ items: senders });
	const page = await open("sending");
	for (const { email } of senders) await page.getByRole("checkbox", { name: `Work <${email}>` }).check();
	await page.getByLabel("Sender name of b@example.org").fill("Bea Vale");
	expect(await page.getByLabel("Sender name of a@example.org").inputValue()).toBe("Ada");
	await fitsAndIsAccessible(page, "campaign-senders");
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(kept.plan.senderNames).toEqual({ [senders[1]?.accountId ?? ""]: "Bea Vale" });
	await page.getByRole("button", { name: "Back", exact: true }).last().click();
	await text(page).fill("I am ");
	await page.getByRole("button", { name: "Merge fields" }).first().click();
	await page.getByRole("menuitem", { name: "sender_first_name" }).click();
	expect(await text(page).inputValue()).toBe("I am {{sender_first_name}}");
});

it("shows each subject of a message at the review, and sends a test of the one shown", async () => {
	keepCampaign("draft");
	const { answers } = screens.server;
	const { getCampaign } = answers;
	answers.getCampaign = (sample, input) => ({
		...(getCampaign?.(sample, input) as object),
		checkedAt: "2026-06-01T08:00:00.000Z",
	});
	const arms = ["Hello Bea", "A question, Bea"].map((subject, variant) => ({ variant, subject, missing: [] }));
	const preview = { text: "How are you?", html: null, missing: [], subject: "Hello Bea", arms };
	answers.getRecipient = (sample) => ({ ...(sample as object), previews: [preview] });
	let tested: unknown;
	answers.sendCampaignTest = (_, { body }) => {
		tested = body;
		return { state: "sent" };
	};
	const page = await open("review");
	const article = page.getByRole("article").filter({ hasText: "How are you?" });
	await article.getByText("Hello Bea").waitFor();
	await page.getByText("This person gets this subject.").waitFor();
	await page.getByRole("button", { name: "Subject B" }).click();
	await article.getByText("A question, Bea").waitFor();
	await page.getByText("This person gets the other subject.").waitFor();
	await page.getByRole("button", { name: "Send test email" }).click();
	await page.getByLabel("Send test to").fill("me@example.org");
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await page.getByText("Test sent to me@example.org").waitFor();
	expect(tested).toEqual({ step: 0, to: "me@example.org", variant: 1 });
	await fitsAndIsAccessible(page, "campaign-arms");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "campaign-arms-phone");
});
