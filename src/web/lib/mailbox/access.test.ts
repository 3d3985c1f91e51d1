import { describe, expect, it } from "vitest";
import { accessProblem, describeProblem, fixLabel, isChangeable } from "./access.ts";
import type { Account } from "./accounts.ts";

const mailbox = (more: Partial<Account>) => ({ status: "connected", access: "full", ...more }) as Account;

describe("what is wrong with a mailbox", () => {
	it("is nothing when it is connected with full access", () => {
		const account = mailbox({ provider: "gmail" });
		expect([accessProblem(account), fixLabel(account), isChangeable(account)]).toEqual([null, null, true]);
	});

	it.each([
		["read-only", { provider: "gmail", access: "read" }, "Allow changes", false],
		["disconnected", { provider: "gmail", access: "read", status: "disconnected" }, "Reconnect", false],
		["disconnected", { provider: "imap", status: "disconnected" }, "Reconnect", false],
		["signed-out", { provider: "outlook", status: "needs_sign_in" }, "Reconnect", true],
		["disconnected", { provider: "mbox", status: "disconnected" }, null, false],
	] as const)("%s: %o", (problem, more, label, changeable) => {
		const account = mailbox({ name: "ann@example.org", ...more });
		expect([accessProblem(account), fixLabel(account), isChangeable(account)]).toEqual([problem, label, changeable]);
		expect(describeProblem(account, false)).toContain("his mailbox");
		expect(describeProblem(account, true)).toContain("ann@example.org");
	});
});
