import { describe, expect, it } from "vitest";
import { flagFields } from "#shared/mail/flags.ts";
import type { EmailItem, Folder } from "../base/mail.ts";
import { belongs, effectOf, overlay } from "./pending.ts";

const mail = (id: string, more: Partial<EmailItem> = {}): EmailItem => ({
	id,
	accountId: "a",
	threadId: id,
	folder: "inbox",
	folderId: "INBOX",
	subject: id,
	senderName: "",
	senderEmail: "x@example.com",
	recipient: "",
	recipientCount: 0,
	receivedAt: "2026-11-20T12:00:00.000Z",
	preview: "",
	isHeaderOnly: false,
	...flagFields({}),
	hasAttachments: false,
	sizeBytes: 1,
	labels: ["old"],
	category: null,
	aiSummaryShort: null,
	...more,
});
const folders: Folder[] = [
	{ id: "Bin", accountId: "a", name: "Bin", role: "trash", total: 0, unread: 0 },
	{ id: "Receipts", accountId: "a", name: "Receipts", role: "custom", total: 0, unread: 0 },
];
const inbox = { account: undefined, folder: "inbox", q: undefined };

describe("pending changes", () => {
	it("computes the effect of each change on a message", () => {
		expect(effectOf({ type: "mark_read", value: true }, folders)?.(mail("1")).isRead).toBe(true);
		expect(effectOf({ type: "trash" }, folders)?.(mail("1"))).toMatchObject({ folder: "trash", folderId: "Bin" });
		expect(effectOf({ type: "move", folderId: "Receipts" }, folders)?.(mail("1"))).toMatchObject({
			folder: "custom",
			folderId: "Receipts",
		});
		expect(effectOf({ type: "label", add: ["new"], remove: ["old"] }, folders)?.(mail("1")).labels).toEqual(["new"]);
		expect(effectOf({ type: "delete" }, folders)).toBeNull();
	});

	it("keeps an early page from restoring a moved message", () => {
		const trash = effectOf({ type: "trash" }, folders);
		const pending = [{ id: 1, ids: new Set(["2"]), effect: trash }];
		expect(overlay([mail("1"), mail("2")], pending, inbox).map((item) => item.id)).toEqual(["1"]);
		const everywhere = { ...inbox, folder: undefined, q: "rail" };
		expect(overlay([mail("1"), mail("2")], pending, everywhere).map((item) => item.id)).toEqual(["1"]);
		const inTrash = overlay([mail("1"), mail("2")], pending, { ...everywhere, q: "in:anywhere rail" });
		expect(inTrash[1]).toMatchObject({ id: "2", folder: "trash" });
	});

	it("applies changes in order, with deletion last", () => {
		const read = { id: 1, ids: new Set(["1"]), effect: effectOf({ type: "mark_read", value: true }, folders) };
		const star = { id: 2, ids: new Set(["1"]), effect: effectOf({ type: "star", value: true }, folders) };
		expect(overlay([mail("1")], [read, star], inbox)[0]).toMatchObject({ isRead: true, isStarred: true });
		expect(overlay([mail("1")], [read, { id: 3, ids: new Set(["1"]), effect: null }, star], inbox)).toEqual([]);
	});

	it("knows which list contains a message", () => {
		expect(belongs(mail("1"), inbox)).toBe(true);
		expect(belongs(mail("1"), { ...inbox, folder: "INBOX" })).toBe(true);
		expect(belongs(mail("1"), { ...inbox, account: "b" })).toBe(false);
		expect(belongs(mail("1", { folder: "trash" }), inbox)).toBe(false);
	});
});
