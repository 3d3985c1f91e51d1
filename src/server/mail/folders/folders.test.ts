import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract, type Folder } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { Unavailable } from "../provider/errors.ts";
import { ATTEMPTS, deleteFolderJob } from "./delete-folder.ts";

let dovecot: Dovecot;
let server: TestServer;
let ada: TestUser;
let user: MailUser;
let id: string;

beforeAll(async () => {
	dovecot = await startDovecot();
	server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
	user = await dovecot.addUser({ name: "ada@post.test", quotaBytes: 10_240_000 });
	await dovecot.deliver(user.user, testMessage("One"), "Projects");
	await dovecot.deliver(user.user, testMessage("Two"), "Projects");
	await dovecot.deliver(user.user, testMessage("Three"), "Projects/Garden");
	ada = await server.signUp();
	const imap = {
		host: "127.0.0.1",
		port: dovecot.imapsPort,
		security: "tls" as const,
		certificate: dovecot.certificate,
	};
	const body = { email: user.user, password: user.password, imap, smtp: null };
	id = (await ada.client(accountsContract).connectImap({ body })).account.id;
	await server.ctx.jobs.drain();
});
afterAll(async () => {
	await server.close();
	await dovecot.stop();
});

const codeOf = (answer: Promise<unknown>): Promise<string> =>
	answer.then(
		() => "done",
		(cause: ApiError) => `${cause.status} ${cause.code}`,
	);

async function folders(): Promise<Map<string, Folder>> {
	const { items } = await ada.client(accountsContract).listFolders({ params: { id } });
	return new Map(items.map((folder) => [folder.name, folder]));
}

/** The folders on the mail server. */
async function atServer(): Promise<string[]> {
	const listed = await dovecot.doveadm("mailbox", "list", "-u", user.user);
	return listed.trim().split("\n").sort();
}

/** Subjects mapped to the ids of the stored messages. */
async function emails(folder: string): Promise<Map<string, string>> {
	const { items } = await ada.client(emailsContract).listEmails({ query: { account: id, folder } });
	return new Map(items.map((item) => [item.subject, item.id]));
}

/** Another account, imported from a file. */
async function fromFile(): Promise<string> {
	const bytes = new TextEncoder().encode(testMessage("From a file"));
	const { account } = await ada.client(accountsContract).importMbox({ query: { filename: "a.eml" } }, { bytes });
	await server.ctx.jobs.drain();
	return account.id;
}

async function sync(): Promise<void> {
	await ada.client(accountsContract).syncAccount({ params: { id } });
	await server.ctx.jobs.drain();
}

it("creates folders, at the mail server too", async () => {
	const { createFolder } = ada.client(accountsContract);
	const made = await createFolder({ params: { id }, body: { name: " Räume/Küche " } });
	expect(made).toMatchObject({ accountId: id, name: "Räume/Küche", role: "custom", total: 0 });
	expect((await folders()).get("Räume/Küche")?.id).toBe(made.id);
	await dovecot.deliver(user.user, testMessage("Into the kitchen"), made.id);
	await sync();
	expect([...(await emails(made.id)).keys()]).toEqual(["Into the kitchen"]);
	expect(await codeOf(createFolder({ params: { id }, body: { name: "räume/küche" } }))).toBe("409 folder-exists");
	for (const name of ["a//b", "/", "a\u0007b"])
		expect([name, await codeOf(createFolder({ params: { id }, body: { name } }))]).toEqual([name, "400 bad-name"]);
	expect(await codeOf(createFolder({ params: { id }, body: { name: "100%*" } }))).toBe("409 refused");
});

it("renames a folder with its subfolders, and its messages keep their ids", async () => {
	const { renameFolder } = ada.client(accountsContract);
	const projects = (await folders()).get("Projects");
	const before = [await emails("Projects"), await emails("Projects/Garden")];
	expect(before.map((one) => one.size)).toEqual([2, 1]);
	const renamed = await renameFolder({ params: { id }, body: { folder: projects?.id ?? "", name: "Plans" } });
	expect(renamed).toMatchObject({ name: "Plans", total: 2, unread: 2 });
	const now = await folders();
	expect([now.has("Projects"), now.has("Projects/Garden"), now.get("Plans/Garden")?.total]).toEqual([false, false, 1]);
	expect(await atServer()).toEqual(expect.arrayContaining(["Plans", "Plans/Garden"]));
	expect([await emails("Plans"), await emails("Plans/Garden")]).toEqual(before);
	await dovecot.deliver(user.user, testMessage("Four"), "Plans");
	await sync();
	const after = await emails("Plans");
	expect([...after.keys()].sort()).toEqual(["Four", "One", "Two"]);
	for (const [subject, email] of before[0] ?? []) expect(after.get(subject)).toBe(email);
	expect((await ada.client(emailsContract).getEmail({ params: { id: after.get("One") ?? "" } })).text).toContain(
		"Hello",
	);
});

it("rejects changes to folders with a role or with subfolders", async () => {
	const { renameFolder, deleteFolder } = ada.client(accountsContract);
	const all = await folders();
	const inbox = [...all.values()].find(({ role }) => role === "inbox")?.id ?? "";
	const plans = all.get("Plans")?.id ?? "";
	expect(await codeOf(renameFolder({ params: { id }, body: { folder: inbox, name: "Mine" } }))).toBe(
		"409 folder-in-use",
	);
	expect(await codeOf(deleteFolder({ params: { id }, query: { folder: inbox } }))).toBe("409 folder-in-use");
	expect(await codeOf(deleteFolder({ params: { id }, query: { folder: plans } }))).toBe("409 folder-in-use");
	expect(await codeOf(deleteFolder({ params: { id }, query: { folder: "nothing" } }))).toBe("404 not-found");
	expect(await codeOf(renameFolder({ params: { id }, body: { folder: plans, name: "Räume/Küche" } }))).toBe(
		"409 folder-exists",
	);
});

it("deletes a folder once its messages are in the trash, and undo restores both", async () => {
	const { deleteFolder } = ada.client(accountsContract);
	const garden = (await folders()).get("Plans/Garden")?.id ?? "";
	const before = await emails(garden);
	const { operationId, count } = await deleteFolder({ params: { id }, query: { folder: garden } });
	expect(count).toBe(1);
	await server.ctx.jobs.drain();
	expect((await folders()).has("Plans/Garden")).toBe(false);
	expect(await atServer()).not.toContain("Plans/Garden");
	expect(await emails("trash")).toEqual(before);
	await ada.client(plansContract).undoOperation({ params: { id: operationId ?? "" } });
	await server.ctx.jobs.drain();
	expect(await atServer()).toContain("Plans/Garden");
	expect((await folders()).get("Plans/Garden")?.total).toBe(1);
	expect(await emails(garden)).toEqual(before);
	await sync();
	expect(await emails(garden)).toEqual(before);
	expect((await emails("trash")).size).toBe(0);
});

it("deletes an empty folder", async () => {
	const { createFolder, deleteFolder } = ada.client(accountsContract);
	const { id: folder } = await createFolder({ params: { id }, body: { name: "Empty" } });
	expect(await deleteFolder({ params: { id }, query: { folder } })).toMatchObject({ operationId: null, count: 0 });
	await server.ctx.jobs.drain();
	expect((await folders()).has("Empty")).toBe(false);
	expect(await atServer()).not.toContain("Empty");
});

it("keeps a folder that the mail server does not delete, and says so after the last attempt", async () => {
	const { createFolder } = ada.client(accountsContract);
	const { id: folder } = await createFolder({ params: { id }, body: { name: "Stuck" } });
	const { ctx } = server;
	const imap = ctx.providers.get("imap");
	if (imap === undefined) throw new Error("No provider");
	const open: typeof imap.open = async (environment) => {
		const session = await imap.open(environment);
		const folderEditor = {
			rename: () => Promise.reject(new Error("Nothing is renamed")),
			delete: () => Promise.reject(new Unavailable("The connection broke")),
		};
		return { ...session, writer: { ...session.writer, folderEditor } };
	};
	const broken = { ...ctx, providers: new Map([...ctx.providers, ["imap" as const, { ...imap, open }]]) };
	const attempt = (number: number) =>
		deleteFolderJob.run(broken, {
			...{ id: newId(), ownerId: ada.ownerId, accountId: id, attempt: number, leaseId: newId(), previous: null },
			input: { accountId: id, folderId: folder, name: "Stuck", operationId: null },
			signal: new AbortController().signal,
			progress: () => undefined,
			yieldIfWaiting: async () => undefined,
		});
	ctx.mailSessions.retire(id);
	await expect(attempt(ATTEMPTS - 1)).rejects.toThrow(Unavailable);
	await expect(attempt(ATTEMPTS)).rejects.toMatchObject({
		...{ status: 503, message: "The mail server couldn't be reached. Try again later." },
	});
	ctx.mailSessions.retire(id);
	expect((await folders()).has("Stuck")).toBe(true);
	expect(await atServer()).toContain("Stuck");
});

it("reports the quota where it is known", async () => {
	const { getQuota } = ada.client(accountsContract);
	const { usedBytes, limitBytes } = await getQuota({ params: { id } });
	expect(limitBytes).toBe(10_240_000);
	expect(usedBytes).toBeGreaterThan(0);
	expect(await getQuota({ params: { id: await fromFile() } })).toEqual({ usedBytes: null, limitBytes: null });
});

it("reports what a file-based account can do", async () => {
	const { createFolder, renameFolder, deleteFolder } = ada.client(accountsContract);
	const params = { id: await fromFile() };
	const { id: folder } = await createFolder({ params, body: { name: "Mine" } });
	expect(await codeOf(renameFolder({ params, body: { folder, name: "Yours" } }))).toBe("409 not-supported");
	expect(await codeOf(deleteFolder({ params, query: { folder } }))).toBe("409 not-supported");
});
