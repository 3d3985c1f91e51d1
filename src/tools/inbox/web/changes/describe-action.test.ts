import { describe, expect, it } from "vitest";
import type { Action } from "../base/mail.ts";
import { done, question, verb } from "./describe-action.ts";

const archive: Action = { type: "archive" };
const trash: Action = { type: "trash" };
const erase: Action = { type: "delete" };

describe("the text of a change", () => {
	it("names one email without a number, and several with it", () => {
		expect(done(archive, 1)).toEqual({ title: "Email archived" });
		expect(done(archive, 4218)).toEqual({
			title: "Emails archived",
			description: "Successfully archived 4,218 emails.",
		});
		expect(done({ type: "star", value: true }, 1)).toEqual({ title: "Starred", description: undefined });
		expect(done({ type: "star", value: false }, 2)).toEqual({ title: "Removed star", description: "2 emails" });
	});

	it("names the folder, if it is known", () => {
		const move: Action = { type: "move", folderId: "f1" };
		expect(done(move, 1, "Receipts").title).toBe("Moved to Receipts");
		expect(done(move, 1).title).toBe("Moved to another folder");
		expect(verb(move, 2, "Receipts")).toBe("Move 2 emails to Receipts");
	});

	it("says on the button what happens to how many", () => {
		expect(verb(archive, 1)).toBe("Archive 1 email");
		expect(verb(erase, 3)).toBe("Permanently delete 3 emails");
		expect(verb({ type: "mark_read", value: false }, 2)).toBe("Mark 2 emails as unread");
	});

	it("asks only before what can't be undone, and says so", () => {
		expect(question(archive, 5)).toBeNull();
		expect(question(trash, 1)).toBeNull();
		expect(question(erase, 2)).toEqual({
			title: "Delete 2 emails?",
			description: "They are permanently deleted. You can't undo this.",
			confirm: "Delete 2 emails permanently",
		});
	});
});
