import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { flagFields } from "#shared/mail/flags.ts";
import { api } from "#web/lib/api/api.ts";
import { accountsQuery } from "#web/lib/mailbox/accounts.ts";
import { listsKey, type MailList } from "../base/list-model.ts";
import type { EmailItem } from "../base/mail.ts";
import { createChanges } from "./changes.ts";

/** Titles of toasts, in order. */
const shown = vi.hoisted(() => [] as string[]);
vi.mock("#web/ui/toast/toast.ts", () => ({
	toast: ({ title }: { title: string }) => shown.push(title),
	dismissToast: () => undefined,
}));
vi.mock("#web/lib/jobs/jobs.ts", () => ({ jobDone: async () => ({ result: null }) }));

const ACCOUNT = "0190f5a0-0000-7000-8000-000000000001";
const mail = (id: string): EmailItem => ({
	...{ id, accountId: ACCOUNT, threadId: id, folder: "inbox", folderId: "INBOX", subject: id, senderName: "" },
	...{ senderEmail: "x@example.com", recipient: "", recipientCount: 0, receivedAt: "2026-11-20T12:00:00.000Z" },
	...{ preview: "", isHeaderOnly: false, ...flagFields({ read: true }) },
	...{ hasAttachments: false, sizeBytes: 1, labels: [], category: null, aiSummaryShort: null },
});
const query = { account: ACCOUNT, folder: "inbox", q: undefined };

let client: QueryClient;
/** Requests of the server, in order. */
let requests: string[];
/** Answers the request for a plan that waits. */
let answer: (error?: Error) => void;
beforeEach(() => {
	client = new QueryClient();
	client.setQueryData(accountsQuery.queryKey, [{ id: ACCOUNT, name: "work" }] as never);
	const list = { items: [mail("b"), mail("a")], total: 2, totalIsExact: true, nextCursor: null };
	client.setQueryData([...listsKey, query], { ...list, unsearched: 0, unsearchable: [], didYouMean: null });
	shown.length = 0;
	requests = [];
	vi.restoreAllMocks();
	vi.spyOn(api, "createPlan").mockImplementation((({ body }: { body: { ids: string[] } }) => {
		requests.push(`plan ${body.ids}`);
		const { promise, resolve, reject } = Promise.withResolvers();
		answer = (error) => (error ? reject(error) : resolve({ id: `plan of ${body.ids}` }));
		return promise;
	}) as never);
	vi.spyOn(api, "applyPlan").mockImplementation((async ({ params }: { params: { id: string } }) => {
		requests.push("apply");
		return { job: { id: "job", state: "running" }, operation: { id: params.id, count: 1 } };
	}) as never);
	vi.spyOn(api, "getOperation").mockResolvedValue({ applied: 1, skipped: 0, failed: 0 } as never);
	vi.spyOn(api, "undoOperation").mockImplementation((async ({ params }: { params: { id: string } }) => {
		requests.push(`undo ${params.id}`);
		return {
			job: { id: "undo" },
			operation: {
				id: "undo",
				action: { type: "archive" },
				accountId: ACCOUNT,
				count: 1,
				applied: 1,
				skipped: 0,
				failed: 0,
			},
		};
	}) as never);
	vi.spyOn(api, "listOperations").mockRejectedValue(new Error("Other changes are of no concern."));
});

const rows = () => client.getQueryData<MailList>([...listsKey, query])?.items.map(({ id }) => id);
/** What is pending runs as far as it can. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

it("undoes a change that the server has not answered yet: at once on screen, and afterwards on the server", async () => {
	const changes = createChanges(client);
	const archived = changes.apply({ type: "archive" }, [mail("b")]);
	expect(rows()).toEqual(["a"]);
	const undone = changes.undoLast(ACCOUNT);
	expect(rows()).toEqual(["b", "a"]);
	await settle();
	expect(requests).toEqual(["plan b"]);
	answer();
	await Promise.all([archived, undone]);
	expect(requests).toEqual(["plan b", "apply", "undo plan of b"]);
	expect(rows()).toEqual(["b", "a"]);
	expect(shown).toEqual(["Brought back 1 email in work"]);
});

it("makes the next change only after the undo", async () => {
	const changes = createChanges(client);
	const first = changes.apply({ type: "archive" }, [mail("b")]);
	const undone = changes.undoLast(ACCOUNT);
	const second = changes.apply({ type: "archive" }, [mail("b")]);
	await settle();
	answer();
	await settle();
	answer();
	await Promise.all([first, undone, second]);
	expect(requests).toEqual(["plan b", "apply", "undo plan of b", "plan b", "apply"]);
	expect(rows()).toEqual(["a"]);
});

it("reports once that a change failed, and shows its rows again", async () => {
	const changes = createChanges(client);
	const archived = changes.apply({ type: "archive" }, [mail("b")]);
	await settle();
	answer(new Error("The server is on fire."));
	await archived;
	expect(rows()).toEqual(["b", "a"]);
	expect(shown).toEqual(["Couldn't make the change"]);
});

it("asks for nothing when a change that was undone meanwhile failed", async () => {
	const changes = createChanges(client);
	const archived = changes.apply({ type: "archive" }, [mail("b")]);
	const undone = changes.undoLast(ACCOUNT);
	await settle();
	answer(new Error("The server is on fire."));
	await Promise.all([archived, undone]);
	expect(requests).toEqual(["plan b"]);
	expect(rows()).toEqual(["b", "a"]);
	expect(shown).toEqual([]);
});

it("puts the rows away again and says so when the undo fails", async () => {
	const changes = createChanges(client);
	const archived = changes.apply({ type: "archive" }, [mail("b")]);
	await settle();
	answer();
	await archived;
	vi.spyOn(api, "undoOperation").mockRejectedValue(new Error("The emails have changed."));
	const undone = changes.undoLast(ACCOUNT);
	expect(rows()).toEqual(["b", "a"]);
	await undone;
	expect(rows()).toEqual(["a"]);
	expect(shown).toEqual(["Email archived", "Couldn't undo"]);
});

it.each([
	["all that was asked for", ["b"], "Email archived"],
	["what the plan still had to change", ["b", "a"], "Emails archived"],
])("says so and offers no undo when %s was changed elsewhere at the same time", async (_what, ids, said) => {
	const changes = createChanges(client);
	vi.spyOn(api, "getOperation").mockResolvedValue({ applied: 0, skipped: 1, failed: 0 } as never);
	const archived = changes.apply({ type: "archive" }, ids.map(mail));
	await settle();
	answer();
	await archived;
	expect(shown).toEqual([said, "Couldn't make the change"]);
	vi.spyOn(api, "listOperations").mockResolvedValue({ items: [], nextCursor: null } as never);
	await changes.undoLast(ACCOUNT);
	expect(requests).toEqual([`plan ${ids}`, "apply"]);
	expect(shown.at(-1)).toBe("Nothing to undo");
});
