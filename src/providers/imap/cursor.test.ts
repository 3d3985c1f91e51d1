import fc from "fast-check";
import { expect, test } from "vitest";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import { type FolderMark, readCursor, writeCursor } from "./cursor.ts";
import { eachUid, uidSet } from "./uids.ts";

test("a cursor round-trips", () => {
	const uids = fc.array(fc.integer({ min: 1, max: 2 ** 32 - 1 }), { maxLength: 50 }).map(uidSet);
	const mark = fc.record(
		{
			key: fc.constant("abcdefgh"),
			validity: fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String),
			next: fc.integer({ min: 1, max: 2 ** 32 }),
			modseq: fc.option(fc.bigInt({ min: 1n, max: 2n ** 63n }).map(String)),
			known: uids,
			down: fc.nat(),
			rest: fc.record({ from: fc.nat(), to: fc.nat(), modseq: fc.constant("12") }),
		},
		{ requiredKeys: ["key", "validity", "next", "modseq"] },
	);
	const leftover = fc.record({ key: fc.constant("abcdefgh"), validity: fc.constant("7"), uids });
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.oneof(fc.string(), fc.constant("__proto__")), mark)),
			fc.array(leftover),
			(entries, leftovers) => {
				const folders = new Map<string, FolderMark>(
					entries.map(([path, entry]) => {
						const flags = entry.known && new Map([...eachUid(entry.known)].map((uid) => [uid, uid % 16]));
						return [path, { ...entry, ...(flags === undefined ? {} : { flags }) }];
					}),
				);
				const written = writeCursor({ folders, leftovers });
				expect(readCursor(written)).toEqual({ folders, leftovers });
				expect(writeCursor(readCursor(written))).toBe(written);
			},
		),
	);
});

test.each(["", "null", "{}", "no cursor", '{"v":1}', '{"v":1,"f":[["INBOX",{"i":"x","v":"1","n":2,"k":"////"}]]}'])(
	"rejects %j",
	(text) => {
		expect(() => readCursor(text)).toThrow(CursorExpired);
	},
);

test("50,000 messages with gaps and random flags stay below 100 kB", () => {
	let seed = 1;
	const random = (): number => {
		seed = (seed * 48271) % 2147483647;
		return seed / 2147483647;
	};
	const uids = Array.from({ length: 150_000 }, (_, index) => index + 1)
		.filter(() => random() < 0.4)
		.slice(0, 50_000);
	const flags = new Map(uids.map((uid) => [uid, Math.floor(random() * 16)]));
	const mark = { key: "abcdefgh", validity: "1", next: 150_001, modseq: null, known: uidSet(uids), flags };
	const written = writeCursor({ folders: new Map([["INBOX", mark]]), leftovers: [] });
	expect(uids).toHaveLength(50_000);
	expect(written.length).toBeLessThan(100_000);
});
