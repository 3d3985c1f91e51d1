import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { conformance } from "#providers/conformance.ts";
import { modelTest } from "#providers/conformance-model.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { sized } from "#test/soak.ts";
import { createGmailProvider } from "./provider.ts";
import { conformanceMailbox, optionsFor, RECIPIENT } from "./testing.ts";

const HISTORIES: [number, number] = [12, 300];
/** One mailbox per conformance rule, and one per history. */
const people = Array.from({ length: 40 + sized(...HISTORIES) }, () => ({
	email: `${randomUUID()}@gmail.example`,
	name: "Ann Example",
}));
const google = await startGoogle({ people: [...people, RECIPIENT] });
afterAll(() => google.close());

const subject = {
	name: "Gmail",
	provider: createGmailProvider(optionsFor(google)),
	setup: () => conformanceMailbox(google, people.pop()?.email ?? ""),
	unknownIds: ["17f0000000000001", "17f0000000000002", "no-such-message"],
};
conformance(subject);
modelTest({ ...subject, histories: HISTORIES });
