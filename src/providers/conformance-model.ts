/**
 * Random histories of a mailbox: mail arrives, is moved, flagged and deleted elsewhere, folders come and go, the product
 * pushes changes and undoes them, and lists in small pages, interrupted anywhere. In the end the product has what the
 * provider has, and no listing took more pages than its changes fill.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { type ConformanceMailbox, list } from "#providers/conformance-mailbox.ts";
import { memoryState } from "#providers/memory-environment.ts";
import { emptyMirror, type Mirror, type MirroredMessage, update } from "#providers/mirror.ts";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { ChangeResult, Provider, RemoteFolder, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { sized } from "#test/soak.ts";

export interface ModelSubject {
	name: string;
	provider: Provider;
	/** A fresh mailbox for each history. */
	setup(): Promise<ConformanceMailbox>;
	/** Histories in `npm test`, and in `npm run test:release`. */
	histories: [usual: number, long: number];
	/** The account's state is the mailbox: another client shares it. */
	isStoredHere?: boolean;
}

const SEED = 32;
const STEPS = 24;
const MAX_PAGE = 5;
const NAMES = ["Alpha", "Beta", "Gamma"];
/** Pages of an update besides those that its messages fill. */
const PAGES_PER_FOLDER = 2;
const EXTRA_PAGES = 10;
/** So often a message may be listed in an update: as removed, as moved, and as changed meanwhile. */
const TIMES_LISTED = 3;

interface History {
	mailbox: ConformanceMailbox;
	capabilities: Provider["capabilities"];
	open(): Promise<ProviderSession>;
	/** The product, which is restarted from time to time. */
	mine: ProviderSession;
	mirror: Mirror;
	/** Another client. */
	theirs: ProviderSession;
	/** Changes so far, each time. */
	changes: number;
	pushed: { id: string; before: MirroredMessage }[][];
	/** Ids that pushes replaced. */
	renamed: Map<string, string>;
}

interface Step {
	what: keyof typeof STEP;
	/** Which message, folder or state. */
	at: number;
	count: number;
	to: number;
}

/** Registers the test. Call it at the top level of a test file. */
export function modelTest(subject: ModelSubject): void {
	const { name, provider, setup, histories, isStoredHere = false } = subject;
	const step = fc.record({
		what: fc.constantFrom(...(Object.keys(STEP) as (keyof typeof STEP)[]), "page", "page", "arrive"),
		at: fc.nat(1000),
		count: fc.integer({ min: 1, max: 7 }),
		to: fc.nat(1000),
	});
	const run = async (steps: readonly Step[]): Promise<void> => {
		const mailbox = await setup();
		const { environment } = mailbox;
		const sessions: ProviderSession[] = [];
		const open = async (elsewhere = false): Promise<ProviderSession> => {
			const session = await provider.open(elsewhere ? { ...environment, state: memoryState() } : environment);
			sessions.push(session);
			return session;
		};
		try {
			const history: History = {
				...{
					mailbox,
					capabilities: provider.capabilities,
					open,
					mirror: emptyMirror(),
					changes: 0,
					pushed: [],
				},
				...{ mine: await open(), theirs: await open(!isStoredHere), renamed: new Map<string, string>() },
			};
			for (const one of steps) await STEP[one.what](history, one);
			const limit = 1 + ((steps[0]?.at ?? 0) % MAX_PAGE);
			await updateMirror(history, { limit });
			const there = await list(await open(), null, 100);
			expect(contentOf(history.mirror.messages)).toEqual(
				contentOf(new Map(there.messages.map((message) => [message.id, message]))),
			);
		} finally {
			for (const session of sessions) await session.close();
			await mailbox.close?.();
		}
	};
	test(
		`${name}: any history ends with what the provider has, in few pages`,
		async () => {
			const steps = fc.array(step, { minLength: STEPS / 2, maxLength: STEPS, size: "max" });
			// Shrinking takes a mailbox for each attempt: the seed and path of the report repeat a failure.
			await fc.assert(fc.asyncProperty(steps, run), { seed: SEED, numRuns: sized(...histories), endOnFailure: true });
		},
		sized(120_000, 1_800_000),
	);
}

const STEP = {
	async arrive(history, { at, count }) {
		const { mailbox, theirs, capabilities } = history;
		const folders = await targets(theirs);
		for (let n = 0; n < count; n++) {
			if (capabilities.append) await theirs.writer.append?.(newMessage(pick(folders, at).id));
			else await mailbox.elsewhere?.deliver?.();
		}
		note(history, count);
	},
	async flag(history, step) {
		const { theirs } = history;
		const flags = { read: step.to % 2 === 0, starred: step.to % 3 === 0 };
		await theirs.writer.setFlags(await someOf(history, step), flags);
	},
	async move(history, step) {
		const { theirs } = history;
		await theirs.writer.move(await someOf(history, step), pick(await targets(theirs), step.to).id);
	},
	async destroy(history, step) {
		if (history.capabilities.permanentDelete) await history.theirs.writer.destroy(await someOf(history, step));
	},
	async createFolder({ theirs }, { at }) {
		await theirs.writer.createFolder?.(pick(NAMES, at)).catch(unlessUnsupported);
	},
	async renameFolder(history, { at, to }) {
		const { theirs } = history;
		const folder = await customFolder(theirs, at);
		if (folder !== undefined)
			await theirs.writer.folderEditor?.rename(folder.id, pick(NAMES, to)).catch(unlessUnsupported);
	},
	async deleteFolder(history, { at, to }) {
		const { theirs, mailbox } = history;
		const folder = await customFolder(theirs, at);
		if (folder === undefined) return;
		const inside = (await everything(theirs)).filter(({ folderId }) => folderId === folder.id).map(({ id }) => id);
		note(history, inside.length);
		if (to % 2 === 0 && mailbox.elsewhere?.deleteFolder !== undefined) return mailbox.elsewhere.deleteFolder(folder.id);
		const inbox = (await targets(theirs))[0]?.id ?? "";
		if (inside.length > 0) await theirs.writer.move(inside, inbox);
		await theirs.writer.folderEditor?.delete(folder.id).catch(unlessUnsupported);
	},
	async pushFlags(history, step) {
		const change = { read: step.to % 2 === 0, starred: step.to % 3 === 0 };
		await push(
			history,
			mirrored(history, step),
			(ids) => history.mine.writer.setFlags(ids, change),
			(state) => ({
				...state,
				flags: { ...state.flags, ...change },
			}),
		);
	},
	async pushMove(history, step) {
		const folderId = pick(await targets(history.mine), step.to).id;
		await pushMove(history, mirrored(history, step), folderId);
	},
	/** Puts what was pushed last back where it was. */
	async undo(history) {
		for (const { id, before } of history.pushed.pop() ?? []) {
			const now = current(history, id);
			const state = history.mirror.messages.get(now);
			if (state === undefined) continue;
			const { read, starred } = before.flags;
			if (state.folderId !== before.folderId) await pushMove(history, [now], before.folderId);
			await push(
				history,
				[current(history, now)],
				(ids) => history.mine.writer.setFlags(ids, { read, starred }),
				(one) => ({
					...one,
					flags: { ...one.flags, read, starred },
				}),
			);
		}
	},
	/** Lists some pages, then is interrupted. */
	async page(history, { at, count, to }) {
		if (at % 2 === 0) history.mine = await history.open();
		await updateMirror(history, { limit: 1 + (to % MAX_PAGE), stopAfter: count });
	},
} satisfies Record<string, (history: History, step: Step) => Promise<void>>;

async function updateMirror(history: History, options: { limit: number; stopAfter?: number }): Promise<void> {
	const folders = await history.theirs.reader.listFolders();
	const messages = (await everything(history.theirs)).length + history.changes;
	const maxPages =
		EXTRA_PAGES + PAGES_PER_FOLDER * folders.length + Math.ceil((TIMES_LISTED * messages) / options.limit);
	await update(history.mine, history.mirror, { ...options, maxPages });
}

async function pushMove(history: History, ids: string[], folderId: string): Promise<void> {
	await push(
		history,
		ids,
		(some) => history.mine.writer.move(some, folderId),
		(state) => ({ ...state, folderId }),
	);
}

/** Changes messages as the kernel does: in the store, and at the provider, which may give them new ids. */
async function push(
	history: History,
	ids: string[],
	work: (ids: string[]) => Promise<ChangeResult>,
	after: (state: MirroredMessage) => MirroredMessage,
): Promise<void> {
	const { mirror, renamed, pushed } = history;
	if (ids.length === 0) return;
	note(history, ids.length);
	let result: ChangeResult;
	try {
		result = await work(ids);
	} catch (cause) {
		// The folder is gone: the change is taken back.
		return unlessUnsupported(cause);
	}
	const skipped = new Set([...result.missing, ...(result.refused?.ids ?? [])]);
	const done: History["pushed"][number] = [];
	for (const id of ids) {
		const before = mirror.messages.get(id);
		if (before === undefined || skipped.has(id)) continue;
		const now = result.renamed[id] ?? id;
		mirror.messages.delete(id);
		mirror.messages.set(now, after(before));
		if (now !== id) renamed.set(id, now);
		done.push({ id, before });
	}
	pushed.push(done);
}

function current({ renamed }: Pick<History, "renamed">, id: string): string {
	const next = renamed.get(id);
	return next === undefined ? id : current({ renamed }, next);
}

function mirrored({ mirror }: History, { at, count }: Step): string[] {
	return slice([...mirror.messages.keys()].sort(), at, count);
}

async function someOf(history: History, { at, count }: Step): Promise<string[]> {
	const ids = slice((await everything(history.theirs)).map(({ id }) => id).sort(), at, count);
	note(history, ids.length);
	return ids;
}

async function everything(session: ProviderSession): Promise<RemoteMessage[]> {
	return (await list(session, null, 100)).messages;
}

/** Folders that mail may be moved to, the inbox first. */
async function targets(session: ProviderSession): Promise<RemoteFolder[]> {
	const folders = await session.reader.listFolders();
	return folders.filter(({ role }) => role !== "sent" && role !== "drafts");
}

async function customFolder(session: ProviderSession, at: number): Promise<RemoteFolder | undefined> {
	const folders = (await session.reader.listFolders()).filter(({ name }) => NAMES.includes(name));
	return folders.length === 0 ? undefined : pick(folders, at);
}

function note(history: History, count: number): void {
	history.changes += count;
}

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;

function slice<T>(from: readonly T[], at: number, count: number): T[] {
	const start = from.length === 0 ? 0 : at % from.length;
	return from.slice(start, start + count);
}

function unlessUnsupported(cause: unknown): void {
	if (!(cause instanceof Unsupported) && !(cause instanceof NotFound)) throw cause;
}

let number = 0;
function newMessage(folderId: string) {
	const lines = [
		"From: Ann <ann@example.org>",
		`Subject: arrival ${++number}`,
		`Message-ID: <arrival-${number}@example.org>`,
		"Date: Thu, 4 Mar 2021 05:06:07 +0000",
		"",
		"Hello",
		"",
	];
	const flags = { read: number % 2 === 0, starred: false, important: false, answered: false };
	return {
		folderId,
		raw: Buffer.from(lines.join("\r\n")),
		flags,
		labels: [],
		receivedAt: Date.UTC(2021, 2, 4),
		isSent: false,
	};
}

/** One line each, for a readable difference. */
function contentOf(messages: ReadonlyMap<string, MirroredMessage>): string[] {
	return [...messages]
		.map(([id, { folderId, flags, labels }]) => {
			const set = Object.entries(flags).flatMap(([flag, is]) => (is ? [flag] : []));
			return [id, "in", folderId, ...set.sort(), ...[...labels].sort()].join(" ");
		})
		.sort();
}
