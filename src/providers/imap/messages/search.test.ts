import type { ImapFlow } from "imapflow";
import { expect, test } from "vitest";
import type { CommandPart } from "../connection/command.ts";
import { countUids, eachUid, intersect, parseSequence, type UidSet, uidSet } from "../state/uids.ts";
import { existing } from "./search.ts";

/** A server without ESEARCH, and how many UIDs each of its responses had. */
function server(present: UidSet): { client: ImapFlow; responses: number[] } {
	const responses: number[] = [];
	const client = {
		capabilities: new Map(),
		mailbox: { exists: countUids(present) },
		async exec(
			_: string,
			parts: CommandPart[],
			{ untagged }: { untagged: { SEARCH(response: object): Promise<void> } },
		) {
			const wanted = parts.flatMap((part) => ("type" in part && part.type === "SEQUENCE" ? [part.value] : []));
			const found = [...eachUid(intersect(present, parseSequence(wanted.join())))];
			responses.push(found.length);
			await untagged.SEARCH({ command: "SEARCH", attributes: found.map((uid) => ({ value: String(uid) })) });
			return { response: { attributes: [] }, next: () => undefined };
		},
	};
	return { client: client as unknown as ImapFlow, responses };
}

test.each([2, 3, 7])("without ESEARCH, a long folder is searched %i UIDs at a time", async (window) => {
	const present = uidSet([1, 2, 3, 4, 5, 6, 9, 11, 12, 20, 21]);
	const { client, responses } = server(present);
	expect(await existing(client, [[1, 30]], 0, window)).toEqual(present);
	expect(Math.max(...responses)).toBeLessThanOrEqual(window);
	expect(await existing(client, uidSet([2, 4, 5, 6, 7, 20]), 0, window)).toEqual(uidSet([2, 4, 5, 6, 20]));
});

test("a short folder is searched at once, however high its UIDs are", async () => {
	const { client, responses } = server(uidSet([3, 4_000_000_000]));
	expect(await existing(client, [[1, 4_294_967_294]], 0, 2)).toEqual(uidSet([3, 4_000_000_000]));
	expect(responses).toEqual([2]);
});
