import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Operation } from "#shared/contracts/plans.ts";
import type { Box, SoakMailboxes } from "./changes-soak-fixture.ts";
import { type ListView, type Mail, type Model, shownRow } from "./changes-soak-model.ts";
import {
	act,
	applyPreviewed,
	type DeviceName,
	deselect,
	go,
	type ListAddress,
	label,
	listOf,
	move,
	type RowAction,
	select,
	selectEverything,
} from "./changes-soak-screen.ts";

/** What is wished for on the screens of a round, at random. */

export interface Device {
	/** Of its screen. */
	kind: DeviceName;
	page: Page;
	address: ListAddress;
	view: ListView;
	/** What can be undone there without being asked, the last one at the end. */
	stack: ChangeRequest[];
	/** Minutes that have passed there. */
	minutes: number;
}

/** A change or an undo that somebody asked for. */
export interface ChangeRequest {
	by: Device;
	/** Null: it is an undo. */
	action: Operation["action"] | null;
	/** The emails that it was for, and how many its toast names. */
	ids: ReadonlySet<string>;
	count: number;
	/** It was looked at before it was made. */
	isPreviewed: boolean;
	/** What an undo is for: a request, or an operation that was made elsewhere. */
	undoes: ChangeRequest | string | null;
	/** How its toast begins. */
	words: RegExp;
	madeAt: number;
	/** The operation that came of it. */
	operation: string | null;
}

/** One that only has to be confirmed: everything is selected for it. */
export interface ReadyChange {
	request: ChangeRequest;
	fire: () => Promise<void>;
	/** The rows that it takes from the list, if it does. */
	leaving: readonly string[];
}

export interface Scene {
	mailboxes: SoakMailboxes;
	model: Model;
	box: Box;
	pick: (below: number) => number;
}

const LABELS = ["Blue", "Green", "Red"];
/** Rows that are in view at the top of a list. */
const IN_VIEW: Record<DeviceName, number> = { desktop: 12, phone: 6 };
/** How many rows somebody selects one by one. */
const MOST_ROWS = 4;

export function of<T>(list: readonly T[], pick: Scene["pick"]): T {
	return list[pick(list.length)] as T;
}

/** The id of the folder that is shown. */
export function folderIdOf({ mailboxes, box }: Scene, { folder }: ListAddress): string {
	return mailboxes.folders[box].find(({ id, role }) => folder === (role === "custom" ? id : role))?.id ?? folder;
}

/** A list with something in it. */
export function someList(scene: Scene): ListAddress {
	const { mailboxes, box, model, pick } = scene;
	const used = new Set([...model.mails.values()].map(({ folder }) => folder));
	const folders = mailboxes.folders[box].filter(({ id, role }) => used.has(id) && acted.includes(role));
	const { id, role } = of(folders, pick);
	return { account: mailboxes.accounts[box], folder: role === "custom" ? id : role };
}

const acted = ["inbox", "archive", "trash", "custom"];

export function rowsOf(scene: Scene, { address, view }: Device): Mail[][] {
	return scene.model.rows(folderIdOf(scene, address), view);
}

/** Rows that a tall screen has room for. */
const ON_TALL = 40;

/** What a device shows is what it must be, as far as it is in view. */
export async function expectShown(scene: Scene, device: Device, isTall = true): Promise<void> {
	const rows = rowsOf(scene, device);
	const expected = rows.map(shownRow).slice(0, isTall ? ON_TALL : IN_VIEW[device.kind]);
	const seen = async () => {
		const list = await listOf(device.page, device.kind, isTall);
		return { ...list, rows: list.rows.slice(0, Math.max(expected.length, isTall ? ON_TALL : 0)) };
	};
	await expect
		.poll(seen, { message: `${device.kind}, ${device.view} of ${device.address.folder}` })
		.toEqual({ total: rows.flat().length, rows: expected });
}

/**
 * Selects something on a device for something that is to be done to it.
 * @param isSimple nothing that needs the server before it is done
 */
export async function prepareChange(scene: Scene, device: Device, isSimple = false): Promise<ReadyChange> {
	const { pick } = scene;
	await deselect(device.page);
	if (rowsOf(scene, device).length === 0) {
		device.address = someList(scene);
		await go(device.page, device.address);
	}
	// What is selected stays there only while its rows do.
	await expectShown(scene, device, false);
	for (let tries = 0; tries < 20; tries++) {
		const isEverything = !isSimple && pick(8) === 0;
		const rows = isEverything ? rowsOf(scene, device) : someRows(scene, device);
		const chosen = rows.flat();
		const plan = somePlan(scene, device, chosen, isEverything);
		if (
			plan === null ||
			(isSimple && plan.action.type === "label") ||
			!chosen.some(({ id }) => scene.model.changes(id, plan.action))
		)
			continue;
		return readyChange(device, { ...plan, rows, isEverything });
	}
	throw new Error("There is nothing to do");
}

/** Some of the rows in view, whose subjects are theirs alone. */
function someRows(scene: Scene, device: Device): Mail[][] {
	const all = rowsOf(scene, device);
	const subjects = all.map(([newest]) => newest?.subject);
	const clear = all
		.slice(0, IN_VIEW[device.kind])
		.filter(([newest]) => subjects.filter((one) => one === newest?.subject).length === 1);
	const count = 1 + scene.pick(Math.min(MOST_ROWS, clear.length));
	const from = scene.pick(Math.max(1, clear.length - count + 1));
	return clear.slice(from, from + count);
}

interface Plan {
	action: Operation["action"];
	words: RegExp;
	/** With what is selected. */
	fire: () => Promise<void>;
}

/** What can be done where these are selected; null: not this. */
function somePlan(scene: Scene, device: Device, chosen: readonly Mail[], isEverything: boolean): Plan | null {
	const { mailboxes, box, pick } = scene;
	const { page, kind, address } = device;
	const isFiled = address.folder === "archive" || address.folder === "trash";
	const planOf = (name: RowAction, action: Plan["action"], words: RegExp): Plan => ({
		...{ action, words },
		fire: () => act(page, kind, name),
	});
	const star = kind === "desktop" ? !chosen.every(({ isStarred }) => isStarred) : pick(2) === 0;
	switch (pick(isEverything ? 4 : 6)) {
		case 0:
			return isFiled ? null : planOf("archive", { type: "archive" }, /^Emails? archived/);
		case 1:
			return address.folder === "trash" ? null : planOf("trash", { type: "trash" }, /^Emails? deleted/);
		case 2:
			return pick(2) === 0
				? planOf("read", { type: "mark_read", value: true }, /^Marked as read/)
				: planOf("unread", { type: "mark_read", value: false }, /^Marked as unread/);
		case 3:
			if (isEverything) return null;
			return planOf(star ? "star" : "unstar", { type: "star", value: star }, star ? /^Starred/ : /^Removed star/);
		case 4: {
			const folders = mailboxes.folders[box].filter(({ role }) => acted.includes(role));
			const to = of(folders, pick);
			if (to.id === folderIdOf(scene, address)) return null;
			const name = to.role === "custom" ? to.name : `${to.role[0]?.toUpperCase()}${to.role.slice(1)}`;
			const words = new RegExp(`^Moved to ${name}`);
			return { action: { type: "move", folderId: to.id }, words, fire: () => move(page, kind, name) };
		}
		default: {
			if (box === "real") return null;
			const name = of(LABELS, pick);
			const isOn = chosen.every(({ labels }) => labels.includes(name));
			const action = { type: "label" as const, add: isOn ? [] : [name], remove: isOn ? [name] : [] };
			return { action, words: /^Labels changed/, fire: () => label(page, kind, name) };
		}
	}
}

async function readyChange(
	device: Device,
	{ action, words, fire, rows, isEverything }: Plan & { rows: readonly Mail[][]; isEverything: boolean },
): Promise<ReadyChange> {
	const { page } = device;
	const subjects = rows.map(([newest]) => newest?.subject ?? "");
	const isPreviewed = isEverything && (await selectEverything(page, subjects[0] ?? ""));
	if (!isEverything) await select(page, subjects);
	const ids = new Set(rows.flat().map(({ id }) => id));
	const request: ChangeRequest = {
		...{ by: device, action, ids, count: ids.size, words, isPreviewed, undoes: null, operation: null },
		madeAt: device.minutes,
	};
	return {
		request,
		leaving:
			isEverything || action.type === "mark_read" || action.type === "star" || action.type === "label" ? [] : subjects,
		async fire() {
			await fire();
			if (isPreviewed) await applyPreviewed(page);
			device.stack.push(request);
		},
	};
}

/** The undo of a request, or of an operation. */
export function undoOf(by: Device, undoes: ChangeRequest | string): ChangeRequest {
	const words = /^(?:Brought back|Undone)/;
	return {
		...{ by, action: null, ids: new Set(), count: 0, isPreviewed: false, undoes, words },
		...{ madeAt: by.minutes, operation: null },
	};
}
