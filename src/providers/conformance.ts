/**
 * The conformance suite that every provider passes, using only the provider interface.
 *
 * A test file calls `conformance({...})` once. Against real servers `setup` creates a mailbox with a few messages; each test
 * gets a fresh one, so that tests are independent.
 */

import { afterEach, describe, expect, test } from "vitest";
import { draftRules } from "#providers/conformance-drafts.ts";
import { folderRules } from "#providers/conformance-folders.ts";
import {
	type ConformanceSubject,
	fetchAll,
	folderOf,
	type Listed,
	list,
	never,
	type Opened,
	PAGE,
	persist,
	RULES,
	type Rule,
	withHeaderText,
} from "#providers/conformance-mailbox.ts";
import { serverRules } from "#providers/conformance-rules.ts";
import { outgoing, sendOptions, sendRules } from "#providers/conformance-send.ts";
import { CursorExpired, NotFound, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { ChangeResult, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";

export type { ConformanceSubject } from "#providers/conformance-mailbox.ts";

/** Positions at which a listing is resumed: all of them in a small mailbox, spread out in a large one. */
const RESUMES = 8;

/** Registers the suite for one provider. Call it at the top level of a test file. */
export function conformance(subject: ConformanceSubject): void {
	const { provider, visibleWithinMs = 0 } = subject;
	const unknownIds = subject.unknownIds ?? ["no-such-message", "0".repeat(32)];
	const closers: (() => Promise<void>)[] = [];

	async function start(): Promise<Opened> {
		const mailbox = await subject.setup();
		if (mailbox.close) closers.push(mailbox.close);
		const again = async (): Promise<ProviderSession> => {
			const session = await provider.open(mailbox.environment);
			closers.unshift(() => session.close());
			return session;
		};
		const session = await again();
		const before = await list(session, null, 100);
		expect(before.messages.length).toBeGreaterThanOrEqual(5);
		return { mailbox, session, again, before };
	}

	afterEach(async () => {
		for (const close of closers.splice(0)) await close();
	});

	/** Lists changes from `cursor` until `shows` holds, or fails with the changes received. */
	async function eventually(
		session: ProviderSession,
		cursor: string,
		shows: (seen: Listed) => boolean,
	): Promise<Listed> {
		const deadline = Date.now() + visibleWithinMs;
		for (;;) {
			const seen = await list(session, cursor);
			if (shows(seen) || Date.now() >= deadline) return seen;
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}

	/**
	 * Makes a change twice, then checks one message in the changes and in a new listing. A message that ends as it was
	 * need not appear in the changes, and an id that was never listed need not be reported as removed.
	 */
	async function changed(
		opened: Opened,
		id: string,
		make: () => Promise<ChangeResult>,
		holds: (message: RemoteMessage) => boolean,
	): Promise<string> {
		const { session, before, again } = opened;
		const result = await make();
		expect(result.missing).toEqual([]);
		const current = result.renamed[id] ?? id;
		const find = ({ messages }: Pick<Listed, "messages">): RemoteMessage | undefined =>
			messages.findLast((message) => message.id === current);
		const now = (seen: Listed): RemoteMessage | undefined => find(seen) ?? find(before);
		const seen = await eventually(session, before.cursor, (listed) => {
			const message = now(listed);
			return message !== undefined && holds(message);
		});
		expect(now(seen)).toSatisfy((message?: RemoteMessage) => message !== undefined && holds(message));
		if (current !== id) {
			expect(seen.messages.map((message) => message.id)).not.toContain(id);
			if (before.messages.some((message) => message.id === id)) expect(seen.removed).toContain(id);
		}
		const fresh = await list(await again(), null, 100);
		expect(find(fresh)).toSatisfy((message?: RemoteMessage) => message !== undefined && holds(message));
		expect(fresh.messages).toHaveLength(before.messages.length);
		return current;
	}

	const rules: Record<Rule, () => Promise<void>> = {
		...folderRules(provider, start, changed),
		...serverRules(start),
		...sendRules(provider, start),
		...draftRules(start),
		async folders() {
			const { session, again, before } = await start();
			const folders = await session.reader.listFolders();
			const roles = folders.map(({ role }) => role);
			for (const role of ["inbox", "sent", "drafts", "spam", "trash", "archive"]) expect(roles).toContain(role);
			expect(new Set(folders.map(({ id }) => id)).size).toBe(folders.length);
			for (const { name } of folders) expect(name).not.toBe("");
			expect(await (await again()).reader.listFolders()).toEqual(folders);
			const ids = folders.map(({ id }) => id);
			for (const message of before.messages) expect(ids).toContain(message.folderId);
		},
		async listing() {
			const { mailbox, session, before } = await start();
			const ids = before.messages.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			if (mailbox.messages !== undefined) expect(ids).toHaveLength(mailbox.messages);
			const small = await list(session, null);
			expect(small.messages.map(({ id }) => id).sort()).toEqual([...ids].sort());
			for (const { done = 0, total = 0 } of small.pages) expect(done).toBeLessThanOrEqual(total);
		},
		async resume() {
			const { session, again, before } = await start();
			const { pages } = await list(session, null);
			const step = Math.max(1, Math.ceil(pages.length / RESUMES));
			for (let index = 0; index < pages.length; index += step) {
				const early = pages.slice(0, index + 1).flatMap((page) => page.messages);
				const late = (await list(await again(), pages[index]?.cursor ?? null)).messages;
				const ids = [...early, ...late].map(({ id }) => id);
				expect(ids.sort()).toEqual(before.messages.map(({ id }) => id).sort());
			}
		},
		async quiet() {
			const { session, again, before } = await start();
			for (const open of [session, session, await again()]) {
				const page = await open.reader.listChanges(before.cursor, { limit: PAGE, signal: never() });
				expect(page).toMatchObject({ messages: [], removed: [], more: false, cursor: before.cursor });
			}
		},
		async cursor() {
			const { session } = await start();
			const attempt = session.reader.listChanges("no cursor of ours", { limit: PAGE, signal: never() });
			await expect(attempt).rejects.toBeInstanceOf(CursorExpired);
		},
		async fetch() {
			const { session, again, before } = await start();
			const ids = before.messages.map(({ id }) => id);
			const full = await fetchAll(session, [...ids, ...unknownIds], "full");
			expect([...full.keys()].sort()).toEqual([...ids].sort());
			for (const { id, raw } of before.messages) if (raw) expect(full.get(id)?.equals(raw)).toBe(true);
			const headers = await fetchAll(await again(), ids, "headers");
			for (const id of ids) {
				const head = headers.get(id) ?? Buffer.from("nothing");
				expect(full.get(id)?.subarray(0, head.length).equals(head)).toBe(true);
			}
		},
		async flags() {
			const opened = await start();
			const { session, before } = opened;
			const [first] = before.messages;
			if (!first) throw new Error("The mailbox is empty");
			let id = first.id;
			for (const flag of ["read", "starred", "important"] as const) {
				for (const value of [!first.flags[flag], first.flags[flag]]) {
					const make = () => session.writer.setFlags([id], { [flag]: value });
					id = await changed(opened, id, make, (message) => message.flags[flag] === value);
					expect((await make()).missing).toEqual([]);
				}
			}
		},
		async labels() {
			const opened = await start();
			const { session, before } = opened;
			const id = before.messages[1]?.id ?? "";
			if (!provider.capabilities.labels) {
				await expect(session.writer.setLabels([id], { add: ["Work"] })).rejects.toBeInstanceOf(Unsupported);
				return;
			}
			const add = () => session.writer.setLabels([id], { add: ["Work", "Reisen & Co"] });
			await changed(opened, id, add, ({ labels }) => labels.includes("Work") && labels.includes("Reisen & Co"));
			expect((await add()).missing).toEqual([]);
			const remove = () => session.writer.setLabels([id], { remove: ["Work", "never there"] });
			await changed(opened, id, remove, ({ labels }) => !labels.includes("Work") && labels.includes("Reisen & Co"));
		},
		async move() {
			const opened = await start();
			const { session, before } = opened;
			const [message] = before.messages;
			const home = message?.folderId ?? "";
			let id = message?.id ?? "";
			for (const role of ["trash", "archive", "spam"]) {
				const target = await folderOf(session, role);
				id = await changed(
					opened,
					id,
					() => session.writer.move([id], target),
					({ folderId }) => folderId === target,
				);
			}
			id = await changed(
				opened,
				id,
				() => session.writer.move([id], home),
				({ folderId }) => folderId === home,
			);
			await session.writer.move([id], home);
			await expect(session.writer.move([id], "no such folder")).rejects.toBeInstanceOf(NotFound);
		},
		async destroy() {
			const { session, again, before } = await start();
			const id = before.messages[2]?.id ?? "";
			expect((await session.writer.destroy([id])).missing).toEqual([]);
			const seen = await eventually(session, before.cursor, ({ removed }) => removed.includes(id));
			expect(seen.removed).toContain(id);
			await session.writer.destroy([id]);
			expect((await session.writer.setFlags([id], { read: true })).missing).toEqual([id]);
			const fresh = await list(await again(), null, 100);
			expect(fresh.messages.map((message) => message.id)).not.toContain(id);
			expect(fresh.messages).toHaveLength(before.messages.length - 1);
			expect((await fetchAll(session, [id], "full")).size).toBe(0);
		},
		async append() {
			const { session, again, before } = await start();
			if (!provider.capabilities.append) {
				expect(session.writer.append).toBeUndefined();
				return;
			}
			const receivedAt = Date.UTC(2021, 2, 4, 5, 6, 7);
			const raw = Buffer.from(
				"From: Ann <ann@example.org>\r\nSubject: Put here\r\nDate: Thu, 4 Mar 2021 05:06:07 +0000\r\nMessage-ID: <put@example.org>\r\n\r\nAs it is.\r\n",
			);
			const flags = { read: true, starred: true, important: false, answered: false };
			const folderId = await folderOf(session, "trash");
			const labels = provider.capabilities.labels ? ["Kept"] : [];
			const message = { folderId, raw, flags, labels, receivedAt, isSent: false };
			const put = async (): Promise<string | null | undefined> => {
				try {
					return (await session.writer.append?.(message))?.id;
				} catch (cause) {
					if (!(cause instanceof Unavailable)) throw cause;
					// The outcome is unknown: look for the message, and append it if it is missing.
					const [there] = await persist(() => withHeaderText(session, "<put@example.org>"));
					return there?.id ?? put();
				}
			};
			const id = await put();
			const isThere = ({ messages }: Listed): boolean => messages.some((message) => message.id === id);
			const seen = await eventually(session, before.cursor, isThere);
			const fresh = await list(await again(), null, 100);
			for (const { messages } of [seen, fresh]) {
				const found = messages.findLast((one) => one.id === id);
				expect(found).toMatchObject({ folderId, labels, receivedAt });
				expect(found?.flags).toMatchObject({ read: true, starred: true });
			}
			expect(fresh.messages).toHaveLength(before.messages.length + 1);
			expect((await fetchAll(session, [id ?? ""], "full")).get(id ?? "")?.toString()).toBe(raw.toString());
			await expect(session.writer.append?.({ ...message, folderId: "no such folder" })).rejects.toBeInstanceOf(
				NotFound,
			);
		},
		async bulk() {
			const { session, again, before } = await start();
			const ids = before.messages.map(({ id }) => id);
			expect((await session.writer.setFlags([...ids, ...ids], { starred: true })).missing).toEqual([]);
			const seen = await eventually(session, before.cursor, ({ messages }) => messages.length >= ids.length);
			const starred = before.messages.filter(({ flags }) => !flags.starred).map(({ id }) => id);
			expect(seen.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(starred));
			const fresh = await list(await again(), null, 100);
			expect(fresh.messages.every(({ flags }) => flags.starred)).toBe(true);
		},
		async missing() {
			const { session, before } = await start();
			const id = before.messages[0]?.id ?? "";
			const trash = await folderOf(session, "trash");
			const mixed = [unknownIds[0] ?? "", id, ...unknownIds.slice(1)];
			expect((await session.writer.setFlags(mixed, { read: true })).missing.sort()).toEqual([...unknownIds].sort());
			if (provider.capabilities.labels) {
				expect((await session.writer.setLabels(unknownIds, { add: ["x"] })).missing.sort()).toEqual(
					[...unknownIds].sort(),
				);
			}
			expect((await session.writer.move(mixed, trash)).missing.sort()).toEqual([...unknownIds].sort());
			await session.writer.destroy(unknownIds);
			expect((await fetchAll(session, unknownIds, "full")).size).toBe(0);
			expect(await session.writer.setFlags([], { read: true })).toEqual({ missing: [], renamed: {} });
		},
		async abort() {
			const { session, again, before } = await start();
			const reason = new Error("the person changed their mind");
			const signal = AbortSignal.abort(reason);
			await expect(session.reader.listChanges(null, { limit: PAGE, signal })).rejects.toThrow();
			const fetching = (async () => {
				for await (const _ of session.reader.fetchMessages([before.messages[0]?.id ?? ""], "full", signal)) break;
			})();
			await expect(fetching).rejects.toThrow();
			const open = await again();
			const later = new AbortController();
			const first = await open.reader.listChanges(null, { limit: 1, signal: later.signal });
			later.abort(reason);
			await expect(open.reader.listChanges(first.cursor, { limit: PAGE, signal: later.signal })).rejects.toThrow();
			const rest = await list(open, first.cursor);
			expect(first.messages.length + rest.messages.length).toBe(before.messages.length);
		},
		async concurrency() {
			const { session, before } = await start();
			const id = before.messages[0]?.id ?? "";
			const ids = before.messages.map((message) => message.id).sort();
			const [one, two, result, fetched] = await Promise.all([
				list(session, null),
				list(session, null),
				session.writer.setFlags([id], { starred: true }),
				fetchAll(session, ids, "full"),
			]);
			const distinct = ({ messages }: Listed): string[] => [...new Set(messages.map((message) => message.id))].sort();
			expect(distinct(one)).toEqual(ids);
			expect(distinct(two)).toEqual(ids);
			expect(result.missing).toEqual([]);
			expect(fetched.size).toBe(ids.length);
			const both = await Promise.all([
				session.writer.setFlags(ids, { read: true }),
				session.writer.setFlags(ids, { important: true }),
			]);
			expect(both.flatMap(({ missing }) => missing)).toEqual([]);
			const { messages } = await list(session, null, 100);
			expect(messages.every(({ flags }) => flags.read && flags.important)).toBe(true);
		},
		async capabilities() {
			const { mailbox, session, before } = await start();
			const { send, folders, quota, push, threadIds } = provider.capabilities;
			expect(typeof session.writer.createFolder === "function").toBe(folders);
			expect(mailbox.send !== undefined).toBe(send);
			if (send) expect(session.sender).toBeDefined();
			else if (session.sender)
				await expect(session.sender.send(outgoing("x"), sendOptions())).rejects.toBeInstanceOf(Unsupported);
			if (quota) expect((await session.reader.quota?.())?.usedBytes).toBeGreaterThanOrEqual(0);
			else if (session.reader.quota) await expect(session.reader.quota()).rejects.toBeInstanceOf(Unsupported);
			if (push) expect(session.watcher).toBeDefined();
			else if (session.watcher)
				await expect(session.watcher.watch(() => {}, never())).rejects.toBeInstanceOf(Unsupported);
			expect(before.messages.some(({ threadId }) => threadId !== undefined)).toBe(threadIds);
		},
		async elsewhere() {
			const { mailbox, session, before } = await start();
			const { deliver, remove, markRead } = mailbox.elsewhere ?? {};
			if (deliver) {
				const known = new Set(before.messages.map(({ id }) => id));
				await deliver();
				const isNew = ({ messages }: Listed): boolean => messages.some(({ id }) => !known.has(id));
				expect(isNew(await eventually(session, before.cursor, isNew))).toBe(true);
			}
			const unread = before.messages.find(({ flags }) => !flags.read);
			if (markRead && unread) {
				await markRead(unread.id);
				const isRead = ({ messages }: Listed): boolean =>
					messages.some(({ id, flags }) => id === unread.id && flags.read);
				expect(isRead(await eventually(session, before.cursor, isRead))).toBe(true);
			}
			const last = before.messages.at(-1);
			if (remove && last) {
				await remove(last.id);
				const isGone = ({ removed }: Listed): boolean => removed.includes(last.id);
				expect(isGone(await eventually(session, before.cursor, isGone))).toBe(true);
			}
		},
	};

	describe(`${subject.name} as a provider`, () => {
		for (const rule of subject.only ?? (Object.keys(RULES) as Rule[])) test(RULES[rule], rules[rule]);
	});
}
