import { expect, it, vi } from "vitest";
import { consequencesOfRemoval, onMailboxRemoval } from "#web/lib/mailbox/removal.ts";
import { composer } from "../base/api.ts";
import { unsentOfMailbox } from "./unsent-of-mailbox.ts";

/** Subjects of drafts, by section, of the mailbox "work"; each section has one of another mailbox, too. */
function listed(sections: Record<string, string[]>): void {
	vi.spyOn(composer, "listDrafts").mockImplementation((async ({ query }: { query: { section: string } }) => ({
		items: [
			...(sections[query.section] ?? []).map((subject) => ({ accountId: "work", subject })),
			{ accountId: "home", subject: "Other" },
		],
	})) as unknown as typeof composer.listDrafts);
}

it("names the messages that will not be sent, and the drafts, of a mailbox that is removed", async () => {
	listed({ waiting: ["Plans"], drafts: ["A", "", "C", "D", "E"] });
	onMailboxRemoval(unsentOfMailbox);
	expect(await consequencesOfRemoval("work")).toEqual([
		"1 waiting message won't be sent: “Plans”. 5 drafts will need another mailbox: “A”, “No subject”, “C” and 2 more.",
	]);
});

it("says nothing of a mailbox without drafts, and that they couldn't be read", async () => {
	listed({});
	expect(await consequencesOfRemoval("work")).toEqual([]);
	vi.spyOn(composer, "listDrafts").mockRejectedValue(new Error("The server can't be reached."));
	expect(await consequencesOfRemoval("work")).toEqual([
		"Couldn't check for scheduled messages. Any from this mailbox won't be sent.",
	]);
});
