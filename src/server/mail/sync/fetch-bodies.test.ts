import { expect, test } from "vitest";
import { createLogger } from "../../log.ts";
import { MessagesRefused } from "../provider/errors.ts";
import type { FetchedMessage } from "../provider/provider.ts";
import type { ProviderSession } from "../provider/session.ts";
import { fetchBodies } from "./fetch-bodies.ts";

const rows = ["a", "b", "c", "d"].map((providerId) => ({ id: providerId, providerId, sizeBytes: 10 }));
const bytes = (text: string) => new TextEncoder().encode(text);

/** @param asked gets the ids of each request */
async function fetched(texts: Record<string, string>, asked: string[][] = []) {
	const session = {
		reader: {
			async *fetchMessages(ids: string[]): AsyncGenerator<FetchedMessage> {
				asked.push(ids);
				for (const id of ids) if (texts[id] !== undefined) yield { id, raw: bytes(texts[id]) };
				const refused = ids.filter((id) => texts[id] === undefined);
				if (refused.length > 0) throw new MessagesRefused(refused, "The mail server can't read this message");
			},
		},
	} as unknown as ProviderSession;
	const delivered: string[] = [];
	const pause = async () => expect.unreachable("waits");
	const retryPolicy = { signal: new AbortController().signal, onWait: () => undefined, pause };
	const unfetched = await fetchBodies(
		async () => session,
		rows,
		{ retryPolicy, log: createLogger({ logLevel: "silent" }) },
		async (bodies) => void delivered.push(...bodies.map(({ row }) => row.id)),
	);
	return { delivered, ...unfetched };
}

test("kind 10: what a server does not give is asked for once, and the others arrive", async () => {
	const asked: string[][] = [];
	const texts = { a: "Subject: a\r\n\r\n", d: "Subject: d\r\n\r\n" };
	expect(await fetched(texts, asked)).toEqual({ delivered: ["a", "d"], failed: ["b", "c"], gone: [] });
	expect(asked).toEqual([["a", "b", "c", "d"]]);
});

test.each(["", "\r\n", " \r\n\r\n\0"])(
	"kind 10: a message without any text replaces no subject and sender that are known: %j",
	async (nothing) => {
		const text = "Subject: one\r\n\r\n";
		expect(await fetched({ a: text, b: nothing, c: text, d: text })).toEqual({
			...{ delivered: ["a", "c", "d"], failed: ["b"], gone: [] },
		});
	},
);
