import { afterAll, describe, expect } from "vitest";
import { conformance } from "#providers/conformance.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { createOutlookProvider } from "./provider.ts";
import { people, RECIPIENT, smallMailbox } from "./testing.ts";

const microsoft = await startMicrosoft({ people: [...people(40), RECIPIENT] });
afterAll(() => microsoft.close());

describe("Outlook", () => {
	let used = 0;
	conformance({
		name: "Outlook",
		provider: createOutlookProvider(microsoft),
		async setup() {
			const { email = "" } = microsoft.people[used++] ?? {};
			const mailbox = await smallMailbox(microsoft, email);
			return {
				...mailbox,
				close: async () => expect(microsoft.peakConcurrency(email)).toBeLessThanOrEqual(4),
			};
		},
	});
});
