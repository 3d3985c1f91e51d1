import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Operation } from "#shared/contracts/plans.ts";
import type { Box, World } from "./changes-soak-fixture.ts";
import { type ListView, type Mail, type Model, shownRow } from "./changes-soak-model.ts";
import {
	act,
	applyPreviewed,
	type Deed,
	type DeviceName,
	deselect,
	go,
	label,
	listOf,
	move,
	type Place,
	select,
	selectEverything,
} from "./changes-soak-screen.ts";

/** What is wished for on the screens of a round, at random. */

export interface Device {
	/** Of its screen. */
	kind: DeviceName;
	page: Page;
	place: Place;
	view: ListView;
	/** What can be undone there without being asked, the last one at the end. */
	stack: Wish[];
	/** Minutes that have passed there. */
	minutes: number;
}

/** A change or an undo that somebody asked for. */
export interface Wish {
	by: Device;
	/** Null: it is an undo. */
	action: Operation["action"] | null;
	/** The emails that it was for, and how many its toast names. */
	ids: ReadonlySet<string>;
	count: number;
	/** It was looked at before it was made. */
	isPreviewed: boolean;
	/** What an undo is for: a wish, or an operation that was made elsewhere. */
	undoes: Wish | string | null;
	/** How its toast begins. */
	words: RegExp;
	madeAt: number;
	/** The operation that came of it. */
	operation: string | null;
}

/** One that only has to be confirmed: everything is selected for it. */
export interface ReadyWish {
	wish: Wish;
	fire: () => Promise<void>;
	/** The rows that it takes from the list, if it does. */
	leaving: readonly string[];
}

export interface Scene {
	world: World;
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
export function folderIdOf({ world, box }: Scene, { folder }: Place): string {
	return world.folders[box].find(({ id, role }) => folder === (role === "custom" ? id : role))?.id ?? folder;
}

/** A list with something in it. */
export function somePlace(scene: Scene): Place {
	const { world, box, model, pick } = scene;
	const used = new Set([...model.mails.values()].map(({ folder }) => folder));
	const folders = world.folders[box].filter(({ id, role }) => used.has(id) && acted.includes(role));
	const { id, role } = of(folders, pick);
	return { account: world.accounts[box], folder: role === "custom" ? id : role };
}

const acted = ["inbox", "archive", "trash", "custom"];

export function rowsOf(scene: Scene, { place, view }: Device): Mail[][] {
	return scene.model.rows(folderIdOf(scene, place), view);
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
		.poll(seen, { message: `${device.kind}, ${device.view} of ${device.place.folder}` })
		.toEqual({ total: rows.flat().length, rows: expected });
}

/**
 * Selects something on a device for something that is to be done to it.
 * @param isSimple nothing that needs the server before it is done
 */
export async function prepareWish(scene: Scene, device: Device, isSimple = false): Promise<ReadyWish> {
	const { pick } = scene;
	await deselect(device.page);
	if (rowsOf(scene, device).length === 0) {
		device.place = somePlace(scene);
		await go(device.page, device.place);
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
		return readyWish(device, { ...plan, rows, isEverything });
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
	const { world, box, pick } = scene;
	const { page, kind, place } = device;
	const isFiled = place.folder === "archive" || place.folder === "trash";
	const deed = (name: Deed, action: Plan["action"], words: RegExp): Plan => ({
		...{ action, words },
		fire: () => act(page, kind, name),
	});
	const star = kind === "desktop" ? !chosen.every(({ isStarred }) => isStarred) : pick(2) === 0;
	switch (pick(isEverything ? 4 : 6)) {
		case 0:
			return isFiled ? null : deed("archive", { type: "archive" }, /^Emails? archived/);
		case 1:
			return place.folder === "trash" ? null : deed("trash", { type: "trash" }, /^Emails? deleted/);
		case 2:
			return pick(2) === 0
				? deed("read", { type: "mark_read", value: true }, /^Marked as read/)
				: deed("unread", { type: "mark_read", value: false }, /^Marked as unread/);
		case 3:
			if (isEverything) return null;
			return deed(star ? "star" : "unstar", { type: "star", value: star }, star ? /^Starred/ : /^Removed star/);
		case 4: {
			const folders = world.folders[box].filter(({ role }) => acted.includes(role));
			const to = of(folders, pick);
			if (to.id === folderIdOf(scene, place)) return null;
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

async function readyWish(
	device: Device,
	{ action, words, fire, rows, isEverything }: Plan & { rows: readonly Mail[][]; isEverything: boolean },
): Promise<ReadyWish> {
	const { page } = device;
	const subjects = rows.map(([newest]) => newest?.subject ?? "");
	const isPreviewed = isEverything && (await selectEverything(page, subjects[0] ?? ""));
	if (!isEverything) await select(page, subjects);
	const ids = new Set(rows.flat().map(({ id }) => id));
	const wish: Wish = {
		...{ by: device, action, ids, count: ids.size, words, isPreviewed, undoes: null, operation: null },
		madeAt: device.minutes,
	};
	return {
		wish,
		leaving:
			isEverything || action.type === "mark_read" || action.type === "star" || action.type === "label" ? [] : subjects,
		async fire() {
			await fire();
			if (isPreviewed) await applyPreviewed(page);
			device.stack.push(wish);
		},
	};
}

/** An undo of a wish, or of an operation. */
export function undoOf(by: Device, undoes: Wish | string): Wish {
	const words = /^(?:Brought back|Undone)/;
	return {
		...{ by, action: null, ids: new Set(), count: 0, isPreviewed: false, undoes, words },
		...{ madeAt: by.minutes, operation: null },
	};
}
