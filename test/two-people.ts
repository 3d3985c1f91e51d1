import { type MountedRoute, routesOf } from "#server/http/mount.ts";
import { sendMail } from "#server/mail/send/send-mail.ts";
import { modules } from "#server/modules.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { exportsContract } from "#shared/contracts/settings.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { smallDemo } from "./demo.ts";
import type { IsolationFixture } from "./isolation.ts";
import { startTestServer, type TestServer, type TestUser } from "./server.ts";

/** Tools prepare what their own routes address. */
export const fixtures = Object.values(
	import.meta.glob<IsolationFixture>("../src/tools/*/server/testing/isolation.ts", {
		eager: true,
		import: "isolation",
	}),
);

export const mbox = [
	"From ada@example.org Mon Jan  5 10:00:00 2026",
	"From: Ada <ada@example.org>",
	"To: bea@example.org",
	"Subject: Private plans",
	"Message-ID: <one@example.org>",
	"Date: Mon, 5 Jan 2026 10:00:00 +0000",
	"MIME-Version: 1.0",
	'Content-Type: multipart/mixed; boundary="b"',
	"",
	"--b",
	"Content-Type: text/plain",
	"",
	"Nobody else may read this.",
	"--b",
	'Content-Type: text/plain; name="secret.txt"',
	'Content-Disposition: attachment; filename="secret.txt"',
	"",
	"secret",
	"--b--",
	"",
].join("\n");

/** What only Ada may read: subjects, texts, names and addresses of her things. */
export const PRIVATE = /private plans|nobody else may read|private@plans|another@plans|private person/i;

/** A server with its operator and two users, one of whom has something of every kind. */
export interface TwoPeople {
	server: TestServer;
	routes: MountedRoute[];
	operator: TestUser;
	ada: TestUser;
	bea: TestUser;
	/** Ada's mailbox. */
	account: string;
	/** Ada's ids, keyed by the path segment after `/api/v1/`, or by the first two. */
	ids: Record<string, string>;
}

/** @param options of the server */
export async function startTwoPeople(options: Parameters<typeof startTestServer>[0] = {}): Promise<TwoPeople> {
	const server = await startTestServer({ demo: smallDemo(), ...options });
	const routes = routesOf(modules.flatMap((module) => module.routes(server.ctx)));
	const operator = await server.signUp();
	const ada = await server.signUp();
	const bea = await server.signUp();
	const ids = await prepare(server, ada);
	return { server, routes, operator, ada, bea, account: ids.accounts ?? "", ids };
}

/** Makes something of every kind for Ada. @returns its ids */
async function prepare(server: TestServer, ada: TestUser): Promise<Record<string, string>> {
	const imported = await ada
		.client(accountsContract)
		.importMbox({ query: { filename: "ada.mbox" } }, { bytes: new TextEncoder().encode(mbox) });
	await server.ctx.jobs.drain();
	const account = imported.account.id;
	const { items } = await ada.client(emailsContract).listEmails({ query: { account } });
	const email = items[0]?.id ?? "";
	const plan = await ada.client(plansContract).createPlan({ body: { action: "archive", ids: [email] } });
	const upload = await ada.client(uploadsContract).createUpload({ body: { filename: "more.mbox", sizeBytes: 10 } });
	const { operation } = await ada.client(plansContract).applyPlan({ params: { id: plan.id } });
	const made = await ada.client(exportsContract).createExport();
	await server.ctx.jobs.drain();
	const unapplied = await ada.client(plansContract).createPlan({ body: { action: "trash", ids: [email] } });
	const signIn = ada.client(signInContract);
	const { key } = await signIn.createApiKey({ body: { name: "a program", scopes: ["mail:read"] } });
	await server.ctx.database.exec(
		`insert into auth_accounts (id, account_id, provider_id, user_id, updated_at) values ($1, 'subject', 'microsoft', $2, now())`,
		["01a1f767-c935-77a0-bb9e-6bd6c560a3b0", ada.ownerId],
	);
	const demo = (await ada.client(accountsContract).startDemo()).account.id;
	const outgoing = await sendMail(server.ctx, {
		...{ ownerId: ada.ownerId, accountId: demo, idempotencyKey: "plans", priority: "interactive" },
		...{ to: [{ name: "", email: "bea@example.org" }], message: { subject: "Plans", text: "Private" } },
	});
	await server.ctx.jobs.drain();
	await server.ctx.database.exec(
		`insert into model_calls (owner_id, id, purpose, model, host, is_own, state, started_at)
		values ($1, $2, 'summary', 'llama', 'localhost', false, 'done', now())`,
		[ada.ownerId, made.export.id],
	);
	await server.ctx.database.exec(
		`with made as (
			insert into webhooks (owner_id, id, url, events, secret, created_at)
			values ($1, $2, 'https://example.org/', '{email.sent}', '', now()) returning owner_id, id
		)
		insert into webhook_deliveries (owner_id, id, webhook_id, event, event_key, occurred_at, data, state, created_at)
		select owner_id, id, id, 'email.sent', 'plans', now(), '{}', 'failed', now() from made`,
		[ada.ownerId, made.export.id],
	);
	const ids: Record<string, string> = {
		"ai/calls": made.export.id,
		accounts: account,
		webhooks: made.export.id,
		"webhook-deliveries": made.export.id,
		outgoing: outgoing.id,
		emails: email,
		conversations: items[0]?.threadId ?? "",
		jobs: imported.job.id,
		plans: unapplied.id,
		operations: operation.id,
		uploads: upload.id,
		exports: made.export.id,
		sessions: (await signIn.listSessions()).items[0]?.id ?? "",
		"api-keys": key.id,
		identities: (await signIn.listIdentities()).items[0]?.id ?? "",
	};
	for (const { prepare } of fixtures) Object.assign(ids, await prepare({ server, person: ada, account, email }));
	return ids;
}
