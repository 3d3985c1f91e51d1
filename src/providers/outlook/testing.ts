import type { EmulatedPerson } from "#server/testing/emulate/emulator.ts";
import type { Microsoft } from "#server/testing/emulate/microsoft.ts";
import type { ConformanceMailbox } from "../conformance-mailbox.ts";
import { type MemoryEnvironment, memoryEnvironment } from "../memory-environment.ts";

/** People who have never been used, one for each mailbox of a test. */
export function people(count: number): EmulatedPerson[] {
	return Array.from({ length: count }, (_, index) => ({ email: `p${index}@outlook.example`, name: `Person ${index}` }));
}

/** A small letter of its own, a minute younger than the one before. */
export function letter(subject: string, minute = 0): string {
	return [
		"From: Ann Example <ann@example.org>",
		"To: Bob <bob@example.net>",
		`Subject: ${subject}`,
		`Message-ID: <${subject.replace(/\W+/g, "-")}@example.org>`,
		`Date: ${new Date(Date.UTC(2026, 0, 5, 8, minute)).toUTCString().replace("GMT", "+0000")}`,
		"",
		`Hello from ${subject}`,
		"",
	].join("\r\n");
}

/** The provider's environment for a person at the double of Microsoft. */
export async function accountOf(microsoft: Microsoft, email: string): Promise<MemoryEnvironment> {
	return memoryEnvironment({
		account: { id: email, settings: { email, access: "full" }, credentials: await microsoft.token(email) },
	});
}

/** A mailbox with seven messages in four folders, and ways to change it elsewhere. */
export async function smallMailbox(microsoft: Microsoft, email: string): Promise<ConformanceMailbox> {
	for (const [minute, subject] of ["one", "two", "three", "four"].entries())
		microsoft.addMessage(email, letter(subject, minute), {
			folder: "inbox",
			...(subject === "two" && { isRead: true, flag: "flagged", categories: ["Blue"] }),
		});
	microsoft.addMessage(email, letter("five", 5), { folder: "archive", isRead: true });
	microsoft.addMessage(email, letter("six", 6), { folder: "Clients/Über uns", importance: "high" });
	microsoft.addMessage(email, letter("seven", 7), { folder: "junkemail" });
	return {
		environment: await accountOf(microsoft, email),
		messages: 7,
		elsewhere: {
			deliver: async () => void microsoft.addMessage(email, letter("eight", 8)),
			remove: async (id) => microsoft.remove(email, id),
			markRead: async (id) => microsoft.modify(email, id, { isRead: true }),
		},
	};
}
