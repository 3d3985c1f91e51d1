import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { conformance } from "#providers/conformance.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { createGmailProvider } from "./provider.ts";
import { conformanceMailbox, optionsFor, RECIPIENT } from "./testing.ts";

/** One mailbox per conformance rule. */
const people = Array.from({ length: 40 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
const google = await startGoogle({ people: [...people, RECIPIENT] });
afterAll(() => google.close());

conformance({
	name: "Gmail",
	provider: createGmailProvider(optionsFor(google)),
	setup: () => conformanceMailbox(google, people.pop()?.email ?? ""),
	unknownIds: ["17f0000000000001", "17f0000000000002", "no-such-message"],
});
