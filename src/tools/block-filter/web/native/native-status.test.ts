import { expect, it } from "vitest";
import { nativeStatusesOf } from "./native-status.ts";
import type { NativeMailbox } from "./use-native.ts";

const accounts = [
	{ id: "g", provider: "gmail" },
	{ id: "i", provider: "imap" },
] as const;

const mailbox = (accountId: string, state: NativeMailbox["filters"][number]["state"], isOn = true) =>
	({ accountId, isOn, filters: [{ filterId: "f", state, why: null, note: null }] }) as unknown as NativeMailbox;

it("says at which providers a filter runs", () => {
	const found = nativeStatusesOf("f", [mailbox("g", "synced"), mailbox("i", "changed")], accounts);
	expect(found.map(({ text }) => text)).toEqual(["Also at Gmail", "Changed at the mail server"]);
});

it("runs here where no provider runs it", () => {
	const runsHere = [{ tone: "neutral", text: "Runs here", why: null }];
	expect(nativeStatusesOf("f", [], accounts)).toEqual(runsHere);
	expect(nativeStatusesOf("f", [mailbox("g", "synced", false)], accounts)).toEqual(runsHere);
	expect(nativeStatusesOf("other", [mailbox("g", "synced")], accounts)).toEqual(runsHere);
});
