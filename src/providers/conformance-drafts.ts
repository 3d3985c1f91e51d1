/** Conformance tests for drafts. */

import { expect } from "vitest";
import { fetchAll, folderOf, list, type Opened, persist } from "#providers/conformance-mailbox.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";

const MESSAGE_ID = "draft-1@drafts.example";

const draftOf = (text: string, messageId = MESSAGE_ID): Buffer =>
	Buffer.from(
		[
			"From: Ann <ann@example.org>",
			"To: bob@example.net",
			"Subject: Half a thought",
			`Message-ID: <${messageId}>`,
			"Date: Mon, 05 Jan 2026 08:50:15 +0000",
			"",
			text,
			"",
		].join("\r\n"),
	);

/** Texts of the drafts whose text begins with "draft". */
async function draftsIn(session: ProviderSession): Promise<string[]> {
	const drafts = await folderOf(session, "drafts");
	const { messages } = await list(session, null, 100);
	const ids = messages.filter(({ folderId }) => folderId === drafts).map(({ id }) => id);
	const texts = [...(await fetchAll(session, ids, "full")).values()].map(
		(raw) => raw.toString().split("\r\n\r\n")[1]?.trim() ?? "",
	);
	return texts.filter((text) => text.startsWith("draft")).sort();
}

/** The rules of drafts, for providers that save them. */
export function draftRules(start: () => Promise<Opened>) {
	const open = async () => {
		const opened = await start();
		const { session, mailbox } = opened;
		const { drafts } = session;
		if (drafts === undefined) {
			expect(mailbox.send).toBeUndefined();
			return null;
		}
		return { ...opened, drafts };
	};
	return {
		async drafts() {
			const opened = await open();
			if (opened === null) return;
			const { session, again, before, drafts } = opened;
			const { id } = await persist(() => drafts.save(draftOf("draft one"), { messageId: MESSAGE_ID, id: null }));
			const seen = await list(session, before.cursor, 100);
			const found = seen.messages.findLast((message) => message.id === id);
			expect(found).toMatchObject({ folderId: await folderOf(session, "drafts"), flags: { read: true } });
			expect((await fetchAll(session, [id], "full")).get(id)?.toString()).toBe(draftOf("draft one").toString());
			const next = await persist(() => drafts.save(draftOf("draft two"), { messageId: MESSAGE_ID, id }));
			expect(await draftsIn(await again())).toEqual(["draft two"]);
			// A process that was killed before it stored the id.
			await persist(() => drafts.save(draftOf("draft three"), { messageId: MESSAGE_ID, id: null }));
			expect(await draftsIn(await again())).toEqual(["draft three"]);
			if (next.id !== id) expect((await list(session, seen.cursor, 100)).removed).toContain(id);
		},
		async removeDraft() {
			const opened = await open();
			if (opened === null) return;
			const { session, again, before, drafts } = opened;
			const other = await persist(() =>
				drafts.save(draftOf("draft by another program", "other@example.org"), {
					messageId: "other@example.org",
					id: null,
				}),
			);
			// It is replaced by its id, since it has a Message-ID that is not ours.
			const replaces = { messageId: MESSAGE_ID, id: other.id };
			const { id } = await persist(() => drafts.save(draftOf("draft continued"), replaces));
			expect(await draftsIn(await again())).toEqual(["draft continued"]);
			for (const _ of [1, 2]) await persist(() => drafts.remove({ messageId: MESSAGE_ID, id }));
			expect(await draftsIn(await again())).toEqual([]);
			const [kept] = before.messages;
			await persist(() => drafts.remove({ messageId: MESSAGE_ID, id: kept?.id ?? "" }));
			const { messages } = await list(await again(), null, 100);
			expect(messages.map((message) => message.id).sort()).toEqual(before.messages.map((one) => one.id).sort());
			expect((await list(session, before.cursor, 100)).removed).not.toContain(kept?.id);
		},
	};
}
