import { expect, test } from "vitest";
import { refusals, type Verdict } from "../../../fixtures/incoming/refusals.ts";
import { isHardBounce, parseSmtpReply, preciseStatus } from "./enhanced-status.ts";

test.each([
	["550 5.1.1 <a@example.org>: Recipient address rejected", "5.1.1", "<a@example.org>: Recipient address rejected"],
	["550-5.7.26 This mail has been blocked\r\n550 5.7.26 because.", "5.7.26", "This mail has been blocked because."],
	["451 Greylisted, try again", "4.0.0", "Greylisted, try again"],
	["552-Too large\r\n552 really", "5.0.0", "Too large really"],
	["550 10.1.1.1 is listed", "5.0.0", "10.1.1.1 is listed"],
	["", "5.0.0", ""],
])("reads %j", (reply, status, text) => {
	expect(parseSmtpReply(reply)).toEqual({ status, text });
});

test("tells dead addresses from full mailboxes, policies and delays", () => {
	for (const status of ["5.1.1", "5.1.2", "5.1.10", "5.2.1"]) expect(isHardBounce(status)).toBe(true);
	for (const status of ["5.2.2", "5.7.1", "4.1.1", "5.0.0", "5.1.8", null]) expect(isHardBounce(status)).toBe(false);
});

function verdictOf(status: string | null, words: string): Verdict {
	const precise = preciseStatus(status, words);
	if (isHardBounce(precise)) return "dead";
	if (precise?.endsWith(".2.2")) return "full";
	if (precise?.startsWith("4.")) return "temporary";
	return /^5\.(?:7|1\.8|2\.[03]|3\.4)/.test(precise ?? "") ? "refused" : "undecided";
}

test.each(refusals)("kind 8, code and words: %s: %s %s", (verdict, status, words) => {
	expect(verdictOf(status, words)).toBe(verdict);
	expect(isHardBounce(status, words)).toBe(verdict === "dead");
});
