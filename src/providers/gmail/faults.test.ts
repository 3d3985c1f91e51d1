import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { conformance } from "#providers/conformance.ts";
import { noPause } from "#test/emulators/faults.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { createGmailProvider } from "./provider.ts";
import { conformanceMailbox, optionsFor, RECIPIENT } from "./testing.ts";

/** One mailbox per conformance rule. */
const people = Array.from({ length: 40 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
const google = await startGoogle({ people: [...people, RECIPIENT] });
afterAll(() => google.close());

conformance({
	name: "Gmail on a bad day",
	provider: createGmailProvider({ ...optionsFor(google), pause: noPause }),
	async setup() {
		google.fail(null);
		const mailbox = await conformanceMailbox(google, people.pop()?.email ?? "");
		google.fail({
			seed: people.length,
			rateLimited: 0.05,
			forbidden: 0.03,
			serverError: 0.02,
			unavailable: 0.02,
			reset: 0.02,
			lost: 0.02,
			truncated: 0.02,
			expired: 0.02,
			slow: 0.05,
			slowMs: 50,
			duplicated: 0.5,
			reordered: 0.5,
		});
		return mailbox;
	},
	unknownIds: ["17f0000000000001", "17f0000000000002", "no-such-message"],
});
