import { expect, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { waitForIdle } from "./browser.ts";
import type { Entry, Mail } from "./changes-soak-model.ts";
import { type ChangeRequest, type Device, expectShown, of, type Scene } from "./changes-soak-requests.ts";
import { go, type ListAddress, load, takeMessages } from "./changes-soak-screen.ts";

/** What the screens said is held against the journal, and then against the mailbox. */

const moves = ["archive", "trash", "move"];

interface Settled {
	requests: readonly ChangeRequest[];
	screens: readonly Device[];
	/** On which device each plan was applied. */
	appliedBy: ReadonlyMap<string, Device>;
	/** Emails that several devices changed at the same time. */
	contested?: ReadonlySet<string>;
	hasFailure?: boolean;
}

/** Waits until everything that was wished for is over. All of it was done, or its screen says that it was not. */
export async function settle(scene: Scene, settled: Settled): Promise<void> {
	const { requests, screens, appliedBy, contested = new Set<string>(), hasFailure = false } = settled;
	// A server that was killed answers late.
	for (const { page } of screens) await vi.waitFor(() => waitForIdle(page), { timeout: 60_000 });
	const open = new Set(requests);
	const outcomes = new Map<ChangeRequest, Outcome>();
	for (const entry of await scene.mailboxes.journalled()) {
		const request = [...open].find((one) => isOf(one, entry, appliedBy));
		if (request === undefined) throw new Error(`Nobody asked for “${entry.title}”: ${JSON.stringify(entry.items)}`);
		open.delete(request);
		request.operation = entry.id;
		const outcome = scene.model.replay(entry, contested);
		outcomes.set(request, { ...outcome, isMove: moves.includes(entry.action.type) });
		if (request.isPreviewed) request.count = outcome.changed;
	}
	for (const screen of screens) {
		const own = requests.filter(({ by }) => by === screen);
		const isExcused = hasFailure || own.some(({ ids }) => [...ids].some((id) => contested.has(id)));
		const undone = own.flatMap((request) => (request.action === null ? (outcomes.get(request) ?? []) : []));
		const cut = own.some((request) => request.action !== null && (outcomes.get(request)?.left ?? 0) > 0);
		const due = [
			...(!isExcused && own.some((one) => open.has(one)) ? [/Couldn't/] : []),
			...(hasFailure ? [] : [...wordsOf(undone), ...(cut ? [/changed elsewhere/] : [])]),
		];
		const said = await hear(screen, due);
		const couldnt = said.includes("Couldn't make the change");
		const isNothing = (request: ChangeRequest) => outcomes.get(request)?.changed === 0;
		screen.stack = screen.stack.filter((one) => !open.has(one) && !isNothing(one) && !(couldnt && own.includes(one)));
		if (hasFailure && said.includes("Couldn't undo"))
			// It can be tried again.
			for (const { undoes } of own) if (undoes !== null && typeof undoes === "object") screen.stack.push(undoes);
	}
}

/** What a device says; what it must say may come with the next event. */
async function hear({ page, kind }: Device, due: readonly RegExp[]): Promise<string> {
	let said = await takeMessages(page);
	for (const words of due)
		await expect
			.poll(async () => (said += await takeMessages(page)), { message: `said on the ${kind}` })
			.toMatch(words);
	return said;
}

interface Outcome {
	changed: number;
	left: number;
	isMove: boolean;
}

function isOf(
	request: ChangeRequest,
	{ id, action, undoOf, items }: Entry,
	appliedBy: ReadonlyMap<string, Device>,
): boolean {
	if (undoOf !== null) return request.undoes !== null && idOf(request.undoes) === undoOf;
	const isSame = JSON.stringify(request.action) === JSON.stringify(action);
	const by = appliedBy.get(id);
	return isSame && (by === undefined || by === request.by) && items.every(({ emailId }) => request.ids.has(emailId));
}

function idOf(undoes: ChangeRequest | string): string | null {
	return typeof undoes === "string" ? undoes : undoes.operation;
}

/** The undos of one moment say together what came back and what did not. */
function wordsOf(undone: readonly Outcome[]): RegExp[] {
	if (undone.length === 0) return [];
	const changed = undone.reduce((sum, one) => sum + one.changed, 0);
	const left = undone.reduce((sum, one) => sum + one.left, 0);
	if (changed === 0) return [/These emails have changed since\./];
	return [
		...(left > 0 ? [new RegExp(`${left} others? ha(?:s|ve) changed since`)] : []),
		...(undone.every(({ isMove }) => isMove) ? [new RegExp(`Brought back ${changed} emails?\\b`)] : []),
	];
}

/** Both screens as they are and after a reload, the API and the mail server have what the model has. */
export async function expectMailbox(
	scene: Scene,
	devices: readonly Device[],
	touched: readonly ListAddress[],
): Promise<void> {
	const { mailboxes, box, model, pick } = scene;
	await Promise.all(devices.map((device) => expectShown(scene, device)));
	const mails = [...model.mails.values()];
	expect((await mailboxes.mails(box)).sort(byId)).toEqual(mails.sort(byId));
	await expectCounts(scene, mails);
	if (box === "real") {
		const stored = mails.map(({ subject, folder, isRead, isStarred }) => ({ subject, folder, isRead, isStarred }));
		expect((await mailboxes.stored()).sort(bySubject)).toEqual(stored.sort(bySubject));
	}
	const again = devices.map((device) => [device, of(touched, pick)] as const);
	await Promise.all(
		again.map(async ([device, address]) => {
			await load(device.page, device.address, device.view);
			await expectShown(scene, device);
			device.address = address;
			await go(device.page, device.address);
			await expectShown(scene, device);
		}),
	);
}

/** The counts of all folders. */
async function expectCounts(scene: Scene, mails: readonly Mail[]): Promise<void> {
	const { mailboxes, box } = scene;
	const api = (await mailboxes.user()).client(accountsContract);
	const { items } = await api.listFolders({ params: { id: mailboxes.accounts[box] } });
	const counted = items.map(({ id, total, unread }) => ({ id, total, unread }));
	const expected = items.map(({ id }) => {
		const inside = mails.filter(({ folder }) => folder === id);
		return { id, total: inside.length, unread: inside.filter(({ isRead }) => !isRead).length };
	});
	expect(counted).toEqual(expected);
}

const byId = (a: Mail, b: Mail): number => (a.id < b.id ? -1 : 1);
const bySubject = (a: { subject: string }, b: { subject: string }): number => (a.subject < b.subject ? -1 : 1);
