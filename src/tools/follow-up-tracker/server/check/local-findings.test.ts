import { expect, it } from "vitest";
import { localFindings } from "./local-findings.ts";

const demo = { name: "Demo mailbox", isLocal: true };
const work = { name: "work@example.org", isLocal: false };

it("refuses a campaign that the demo shares with a mailbox that sends, and warns of one from the demo alone", () => {
	const found = (senders: (typeof demo)[]) =>
		localFindings(senders).map(({ isBlocking, message }) => [isBlocking, message]);
	expect(found([work])).toEqual([]);
	expect(found([demo])).toEqual([[false, "What “Demo mailbox” sends stays in it: nobody receives this campaign."]]);
	expect(found([work, demo])).toEqual([
		[
			true,
			"What “Demo mailbox” sends stays in it, so its share of the recipients would get nothing. Send from the other mailboxes only.",
		],
	]);
});
