import { afterAll, describe, expect } from "vitest";
import { type ConformanceSubject, conformance } from "#providers/conformance.ts";
import { modelTest } from "#providers/conformance-model.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { sized } from "#test/soak.ts";
import { createOutlookProvider } from "./provider.ts";
import { people, RECIPIENT, smallMailbox } from "./testing.ts";

/** Of the model's test: each takes a mailbox. */
const HISTORIES: [number, number] = [6, 200];
const microsoft = await startMicrosoft({ people: [...people(40 + sized(...HISTORIES)), RECIPIENT] });
afterAll(() => microsoft.close());

describe("Outlook", () => {
	let used = 0;
	const subject: ConformanceSubject = {
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
	};
	conformance(subject);
	const limits = { group: 2, lookups: 2, stateEntries: 3, folders: 2 };
	modelTest({ ...subject, provider: createOutlookProvider(microsoft, limits), histories: HISTORIES });
});
