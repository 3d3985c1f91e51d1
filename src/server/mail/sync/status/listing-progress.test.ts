import { describe, expect, it, vi } from "vitest";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { AppError } from "../../../errors.ts";
import { NoProgress, requireProgress } from "../../../progress.ts";
import type { ChangePage } from "../../provider/provider.ts";
import { memoryFixture } from "../test-context.ts";
import { advance, newProgress } from "./listing-progress.ts";

const fixture = memoryFixture();
const { fill, sync, rows, query } = fixture;

const LIMITS = { emptyPages: 2, timesListed: 2, alsoListed: 3 };

/** Pages as a provider lists them. @returns the number of the page that is refused, and why */
async function refusal(
	pages: Iterable<{ cursor: string; count?: number; done?: number }>,
	held = 0,
): Promise<[page: number, why: string] | null> {
	let progress = newProgress();
	let at: string | null = null;
	let number = 0;
	for (const { cursor, count = 0, done } of pages) {
		number++;
		const page = { removed: [], cursor, more: true, ...(done === undefined ? {} : { done }) };
		try {
			progress = await advance(progress, { at, page, count, folderId: "work" }, async () => held, LIMITS);
		} catch (cause) {
			expect(cause).toMatchObject({ name: "NoProgress", folder: "work", state: cursor });
			return [number, (cause as Error).message];
		}
		at = cursor;
	}
	return null;
}

const numbered = (count: number, page: object) =>
	Array.from({ length: count }, (_, n) => ({ cursor: `${n}`, ...page }));

describe("a listing", () => {
	it.each([
		[
			"stands still",
			[
				{ cursor: "a", count: 1 },
				{ cursor: "a", count: 1 },
			],
			2,
		],
		["goes round in circles", [..."abcdefgdefgdefgdefgdefg"].map((cursor) => ({ cursor, count: 1 })), 8],
		["lists nothing", numbered(9, {}), 3],
		["lists more than there is", numbered(9, { count: 2 }), 5],
	])("is refused when it %s", async (_, pages, page) => {
		expect(await refusal(pages, pages.length === 9 ? 3 : 20)).toEqual([page, expect.any(String)]);
	});

	it("is not refused while it reads on, or lists what there is", async () => {
		expect(await refusal(Array.from({ length: 50 }, (_, n) => ({ cursor: `${n}`, done: n })))).toBeNull();
		expect(await refusal(numbered(50, { count: 2 }), 100)).toBeNull();
	});
});

it("a loop that returns to a position is refused, one that advances is not", () => {
	const circle = requireProgress("Reading");
	expect(() => [..."abcabcabcabc"].forEach(circle)).toThrow(NoProgress);
	const line = requireProgress("Reading");
	expect(() => [..."abcdefghijkl"].forEach(line)).not.toThrow();
});

/** From now on pages come from `list`. */
async function listWith(
	list: (cursor: string | null, usual: (cursor: string | null) => Promise<ChangePage>) => Promise<ChangePage>,
): Promise<void> {
	const session = await fixture.server.provider.open(memoryEnvironment());
	const { listChanges } = session.reader;
	session.reader.listChanges = (cursor, options) => list(cursor, (at) => listChanges(at, options));
}

async function status(): Promise<{ sync_status: string; last_error: string | null } | undefined> {
	const [row] = await query<{ sync_status: string; last_error: string | null }>(
		"select sync_status, last_error from email_sync_status where account_id = $1",
		[fixture.account],
	);
	return row;
}

describe("a mailbox whose listing makes no progress", () => {
	it("is listed from the beginning, once, and complete", async () => {
		fill(6);
		await sync();
		const log = vi.spyOn(fixture.ctx.log, "error");
		await listWith(async (cursor, usual) => {
			const page = await usual(cursor);
			return cursor !== null && log.mock.calls.length === 0 ? { ...page, cursor, more: true } : page;
		});
		fixture.server.remove([...fixture.server.messages.keys()][0] ?? "");
		fill(3);
		await sync();
		expect((await rows()).map((row) => row.provider_id)).toEqual([...fixture.server.messages.keys()].sort());
		expect(await status()).toMatchObject({ sync_status: "idle", last_error: null });
		expect(log).toHaveBeenCalledOnce();
		expect(log.mock.calls[0]?.[0]).toMatchObject({ event: "sync.no_progress", state: expect.any(String) });
		log.mockRestore();
	});

	it.each([
		["stands still", () => "the same"],
		["grows for ever", (n: number) => `${n}`],
	])("whose cursor %s is shown as failed, with a sentence, and not listed for ever", async (_, cursorOf) => {
		fill(200);
		await sync();
		const before = (await rows()).map((row) => row.provider_id);
		const log = vi.spyOn(fixture.ctx.log, "error");
		let pages = 0;
		await listWith(async (_cursor, usual) => {
			const { messages } = await usual(null);
			return { messages, removed: [], cursor: cursorOf(++pages), more: true };
		});
		fixture.server.pageSize = 500;
		const failure = await sync().catch((cause: unknown) => cause);
		expect(failure).toBeInstanceOf(AppError);
		expect(failure).toMatchObject({ code: "no-progress", message: expect.stringContaining("“") });
		expect(await status()).toEqual({ sync_status: "failed", last_error: (failure as Error).message });
		expect(log.mock.calls.map(([fields]) => fields)).toMatchObject([
			{ event: "sync.no_progress", isRelisting: false, folder: expect.any(String) },
			{ event: "sync.no_progress", isRelisting: true, folder: expect.any(String) },
		]);
		expect((await rows()).map((row) => row.provider_id)).toEqual(before);
		log.mockRestore();
	});
});
