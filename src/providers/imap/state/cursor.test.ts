import fc from "fast-check";
import { expect, test } from "vitest";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import { type FolderMark, readCursor, writeCursor } from "./cursor.ts";
import { eachUid, NO_UIDS, uidSet } from "./uids.ts";

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
			fc.nat(),
			(entries, leftovers, flagSeq) => {
				const folders = new Map<string, FolderMark>(
					entries.map(([path, entry]) => {
						// Some are unknown.
						const listed = [...eachUid(entry.known ?? NO_UIDS)].filter((uid) => uid % 5 > 0);
						const flags = entry.known && new Map(listed.map((uid) => [uid, uid % 16]));
						return [path, { ...entry, ...(flags === undefined ? {} : { flags }) }];
					}),
				);
				const written = writeCursor({ folders, leftovers, flagSeq });
				expect(readCursor(written)).toEqual({ folders, leftovers, flagSeq });
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
	const written = writeCursor({ folders: new Map([["INBOX", mark]]), leftovers: [], flagSeq: 0 });
	expect(uids).toHaveLength(50_000);
	expect(written.length).toBeLessThan(100_000);
});
