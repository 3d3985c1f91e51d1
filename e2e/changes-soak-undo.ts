import { expect } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { type Operation, plansContract } from "#shared/contracts/plans.ts";
import { boxes } from "./changes-soak-fixture.ts";
import { type ChangeRequest, type Device, of, type Scene, undoOf } from "./changes-soak-requests.ts";
import { answer, go, passMinutes, takeMessages, undoButton, undoQuestion } from "./changes-soak-screen.ts";

/** Undo on a device: of what was changed there last at once, of anything else after a question. */

/** Minutes after which it asks. */
const RECENT = 5;

/** Undoes something. @returns the undos that were asked for */
export async function undo(scene: Scene, device: Device): Promise<ChangeRequest[]> {
	const { pick } = scene;
	const how = pick(6);
	if (how < 2) {
		const undone = await undoByToast(device);
		if (undone !== null) return undone;
	}
	if (how === 5) {
		await passMinutes(device.page, RECENT + 1);
		device.minutes += RECENT + 1;
	}
	if (how === 4) return undoFromElsewhere(scene, device);
	if (!isRecent(device)) {
		await device.page.keyboard.press("z");
		return undoWhenAsked(scene, device);
	}
	const undone = await undoAtOnce(device);
	expect(await undoQuestion(device.page)).toBeNull();
	return undone;
}

/** Whether what was changed on the device last is undone without a question. */
export function isRecent({ stack, minutes }: Device): boolean {
	const last = stack.at(-1);
	return last !== undefined && minutes - last.madeAt < RECENT;
}

/** What was changed on the device last, without a question. */
export async function undoAtOnce(device: Device): Promise<ChangeRequest[]> {
	await device.page.keyboard.press("z");
	return device.stack.splice(-1).map((last) => undoOf(device, last));
}

/** Another mailbox is shown, where nobody expects to change the first one. */
async function undoFromElsewhere(scene: Scene, device: Device): Promise<ChangeRequest[]> {
	const { mailboxes, box, pick } = scene;
	const account =
		mailboxes.accounts[
			of(
				boxes.filter((one) => one !== box),
				pick,
			)
		];
	await go(device.page, { account, folder: "inbox" });
	await device.page.keyboard.press("z");
	const undone = await undoWhenAsked(scene, device);
	await go(device.page, device.address);
	return undone;
}

async function undoWhenAsked(scene: Scene, device: Device): Promise<ChangeRequest[]> {
	const { mailboxes, model, pick } = scene;
	const operation = await candidate(scene, device);
	if (operation === undefined) {
		await expect.poll(() => takeMessages(device.page)).toContain("Nothing to undo");
		return [];
	}
	const user = await mailboxes.user();
	const { items } = await user.client(accountsContract).listAccounts();
	const name = items.find(({ id }) => id === operation.accountId)?.name;
	await expect.poll(() => undoQuestion(device.page)).toBe(`Undo “${operation.title}” in ${name}?`);
	// What was changed before this round is left as it is.
	const isWanted = model.has(operation.id) && pick(2) === 0;
	await answer(device.page, isWanted);
	if (!isWanted) return [];
	const [last] = device.stack.at(-1)?.operation === operation.id ? device.stack.splice(-1) : [];
	return [undoOf(device, last ?? operation.id)];
}

/** The last change that was made on the device and not undone elsewhere, else the last one of all. */
async function candidate({ mailboxes }: Scene, device: Device): Promise<Operation | undefined> {
	const api = (await mailboxes.user()).client(plansContract);
	for (let last = device.stack.at(-1); last !== undefined; last = device.stack.at(-1)) {
		const operation = await api.getOperation({ params: { id: last.operation ?? "" } });
		if (operation.canUndo) return operation;
		device.stack.pop();
	}
	const { items } = await api.listOperations({ query: { limit: 200 } });
	return items.find((one) => one.canUndo && one.undoOf === null && one.source !== "reading");
}

/** With the button of the toast of the last change, which may name several. @returns null: it is not the only such toast */
async function undoByToast(device: Device): Promise<ChangeRequest[] | null> {
	const { page, stack } = device;
	const last = stack.at(-1);
	const slips = page.getByRole("listitem").filter({ has: undoButton(page) });
	const texts = await slips.allTextContents();
	const [text, ...others] = texts.filter((one) => last?.words.test(one.trim()));
	if (last === undefined || text === undefined || others.length > 0) return null;
	const count = Number(/([\d,]+) emails/.exec(text)?.[1]?.replaceAll(",", "") ?? 1);
	let named = 0;
	let from = stack.length;
	for (; named < count && String(stack[from - 1]?.words) === String(last.words); from--)
		named += stack[from - 1]?.count ?? 0;
	expect(named, text).toBe(count);
	try {
		await slips.nth(texts.indexOf(text)).getByRole("button", { name: /^Undo/ }).click({ timeout: 3_000 });
	} catch {
		return null;
	}
	return stack
		.splice(from)
		.toReversed()
		.map((one) => undoOf(device, one));
}
