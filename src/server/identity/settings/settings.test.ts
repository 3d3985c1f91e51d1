import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { modelSettings } from "#shared/contracts/model.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { searchSettings, settingsContract } from "#shared/contracts/settings.ts";
import { settingsValues } from "#shared/settings.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { AuthExpired } from "../../mail/provider/errors.ts";
import type { Provider, ProviderKind } from "../../mail/provider/provider.ts";
import { findOrCreateAccount } from "../../mail/store/accounts.ts";
import { enqueueSync } from "../../mail/sync/job.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import * as toolModules from "../../tools.ts";

let server: TestServer;
let sink: SmtpSink;
let ada: TestUser;
let mailbox: string;
let given: string[];
let locked = false;

beforeAll(async () => {
	sink = await startSmtpSink();
	const demo = smallDemo();
	server = await startTestServer({ env: { SMTP_URL: sink.url }, demo });
	ada = await server.signUp();
	given = [];
	// The demo account's mail as if it were on a remote server.
	const remote: Provider = {
		...demo,
		kind: "imap",
		capabilities: { ...demo.capabilities, remote: true },
		async open(environment) {
			if (locked) throw new AuthExpired("The password is no longer accepted");
			return demo.open(environment);
		},
		async disconnect({ account }) {
			given.push(account.id);
		},
	};
	(server.ctx.providers as Map<ProviderKind, Provider>).set("imap", remote);
	const { id } = await connect();
	mailbox = id;
});
afterAll(async () => {
	(server.ctx.providers as Map<ProviderKind, Provider>).delete("imap");
	await server.close();
	await sink.close();
});

async function connect(): Promise<{ id: string }> {
	const { ctx } = server;
	const id = await ctx.database.transaction(() =>
		findOrCreateAccount(ctx, ada.ownerId, { provider: "imap", name: "ada@mail.example" }),
	);
	await ctx.database.exec("update connected_accounts set credentials = null where id = $1", [id]);
	await enqueueSync(ctx, ada.ownerId, id);
	await ctx.jobs.drain();
	return { id };
}

/** Messages of the account, those in the trash included. */
async function countMessages(): Promise<number> {
	const { items } = await ada.client(accountsContract).listAccounts();
	return items.find(({ id }) => id === mailbox)?.totalEmails ?? 0;
}

const codeOf = (answer: Promise<unknown>): Promise<string> =>
	answer.then(
		() => "done",
		(cause: ApiError) => `${cause.status} ${cause.code}`,
	);

const params = { section: "notifications" };

/** Sections of tools, with their defaults. */
const ofTools = Object.fromEntries(
	Object.values<Pick<ServerModule<unknown>, "settings">>(toolModules)
		.flatMap(({ settings = [] }) => settings)
		.filter(({ isPerAccount }) => !isPerAccount)
		.map((section) => [section.id, settingsValues(section, {})]),
);

const ai = settingsValues(modelSettings, {});
const searches = settingsValues(searchSettings, {});

it("stores a user's settings, for that user", async () => {
	const settings = ada.client(settingsContract);
	expect(await settings.getSettings()).toEqual({
		settings: { notifications: { mailOnFailedSync: true }, reading: { imagesFrom: [] }, searches, ai, ...ofTools },
		canMail: true,
		isOperator: true,
	});
	await settings.updateSettings({ params, body: { mailOnFailedSync: false } });
	expect((await settings.getSettings()).settings.notifications).toEqual({ mailOnFailedSync: false });
	const bea = await server.signUp();
	expect(await bea.client(settingsContract).getSettings()).toMatchObject({
		settings: { notifications: { mailOnFailedSync: true } },
		isOperator: false,
	});
	await settings.updateSettings({ params, body: { mailOnFailedSync: true } });
	expect(await codeOf(settings.updateSettings({ params, body: { mailOnFailedSync: "no" } }))).toBe("400 invalid-input");
	expect(await codeOf(settings.updateSettings({ params: { section: "nothing" }, body: {} }))).toBe("404 not-found");
	expect((await settings.getSettings()).settings).toEqual({
		notifications: { mailOnFailedSync: true },
		reading: { imagesFrom: [] },
		searches,
		ai,
		...ofTools,
	});
});

describe("an account that is disconnected with its mail kept", () => {
	it("revokes the grant, and can be read but neither synced nor changed", async () => {
		const before = await countMessages();
		const { account } = await ada.client(settingsContract).disconnectKeepingMail({ params: { id: mailbox } });
		expect([account.status, account.totalEmails]).toEqual(["disconnected", before]);
		expect(given).toEqual([mailbox]);
		const mail = ada.client(emailsContract);
		const { items } = await mail.listEmails({ query: { account: mailbox, q: "subject:re" } });
		expect(items.length).toBeGreaterThan(0);
		const id = items[0]?.id ?? "";
		expect((await mail.getEmail({ params: { id } })).text).not.toBe("");
		const plans = ada.client(plansContract);
		expect(await codeOf(plans.createPlan({ body: { action: "star", query: "", account: mailbox } }))).toBe(
			"409 disconnected",
		);
		expect(await codeOf(plans.createPlan({ body: { action: "star", ids: [id] } }))).toBe("409 disconnected");
		const { job } = await ada.client(accountsContract).syncAccount({ params: { id: mailbox } });
		await server.ctx.jobs.drain();
		const ended = await server.ctx.jobs.get(ada.ownerId, job.id);
		expect([ended.state, ended.error]).toEqual(["failed", expect.stringContaining("Connect it again")]);
	});

	it("resumes when connected again, without duplicates", async () => {
		const before = await countMessages();
		expect((await connect()).id).toBe(mailbox);
		const { items } = await ada.client(accountsContract).listAccounts();
		expect(items[0]).toMatchObject({ id: mailbox, status: "connected", syncStatus: "idle", totalEmails: before });
	});

	it("is not offered for an account made from files", async () => {
		const { account } = await ada.client(accountsContract).startDemo();
		const answer = ada.client(settingsContract).disconnectKeepingMail({ params: { id: account.id } });
		expect(await codeOf(answer)).toBe("409 not-supported");
		await server.ctx.jobs.drain();
	});
});

it("notifies by email, once a day, that an account does not sync", async () => {
	const about = () => sink.received.filter(({ raw }) => raw.includes("Subject: ada@mail.example couldn't be synced"));
	// The failure above was already reported.
	await server.ctx.database.exec("delete from sync_failure_notifications", []);
	const sentBefore = about().length;
	locked = true;
	// The open connection would still work.
	server.ctx.mailSessions.retire(mailbox);
	for (let times = 0; times < 2; times++) {
		await enqueueSync(server.ctx, ada.ownerId, mailbox);
		await server.ctx.jobs.drain();
	}
	expect(about().length).toBe(sentBefore + 1);
	expect(about().at(-1)).toMatchObject({ to: [ada.email] });
	await ada.client(settingsContract).updateSettings({ params, body: { mailOnFailedSync: false } });
	await server.ctx.database.exec("delete from sync_failure_notifications", []);
	await enqueueSync(server.ctx, ada.ownerId, mailbox);
	await server.ctx.jobs.drain();
	expect(about().length).toBe(sentBefore + 1);
});
