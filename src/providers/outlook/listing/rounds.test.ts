import { afterAll, afterEach, expect, test } from "vitest";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { createOutlookProvider } from "../provider.ts";
import { accountOf, message, messageStateOf, mirror, people, truthOf } from "../testing.ts";

const testPeople = people(5);
const microsoft = await startMicrosoft({ people: testPeople });
const sessions: ProviderSession[] = [];
let email = "";
afterEach(async () => {
	for (const session of sessions.splice(0)) await session.close();
});
afterAll(() => microsoft.close());

/** A mailbox whose folders are listed one by one. */
async function open(): Promise<ProviderSession> {
	email = testPeople.pop()?.email ?? "";
	const limits = { group: 1, lookups: 1, stateEntries: 2 };
	const session = await createOutlookProvider(microsoft, limits).open(await accountOf(microsoft, email));
	sessions.push(session);
	return session;
}

const fill = (count: number, folder: string): string[] =>
	Array.from({ length: count }, (_, n) => microsoft.addMessage(email, message(`${folder} ${n}`, n), { folder }));

const isLookingUp = (): boolean =>
	microsoft.requests.some((request) => request.email === email && request.method === "messages.get");

/** What a round finds, and where it is interrupted. */
const INTERRUPTED = [
	["after a folder", 5, () => fill(1, "Clients"), () => true],
	["within a folder's changes", 2, () => fill(3, "inbox"), () => true],
	["while it looks up what is missing", 5, loseChanges, isLookingUp],
] as const;

function loseChanges(ids: string[]): void {
	for (const id of ids.slice(0, 3)) microsoft.remove(email, id);
	microsoft.forgetChanges(email);
}

test.each(INTERRUPTED)("a round interrupted %s ends with what arrived meanwhile", async (_, limit, change, isThere) => {
	const session = await open();
	const ids = [...fill(4, "inbox"), ...fill(1, "Clients")];
	const copy = mirror();
	await copy.follow(session);
	fill(1, "inbox");
	change(ids);
	let arrived: string[] = [];
	const pages = await copy.follow(session, limit, () => {
		if (arrived.length === 0 && isThere()) arrived = fill(2, "inbox");
	});
	expect([...copy.messages.keys()]).toEqual(expect.arrayContaining(arrived));
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
	expect(arrived).toHaveLength(2);
	expect(pages.length).toBeLessThan(12);
});
