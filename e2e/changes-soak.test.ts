import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { randomNumbers } from "#test/random-numbers.ts";
import { killRounds } from "#test/soak.ts";
import { PHONE, WIDE, waitForIdle } from "./browser.ts";
import { expectMailbox, settle } from "./changes-soak-check.ts";
import { type Box, boxes, startWorld, type World } from "./changes-soak-fixture.ts";
import { createModel } from "./changes-soak-model.ts";
import { type DeviceName, expectGone, heard, load, prepare } from "./changes-soak-screen.ts";
import { undo, undoAtOnce } from "./changes-soak-undo.ts";
import { type Device, expectShown, of, prepareWish, type Scene, somePlace, type Wish } from "./changes-soak-wishes.ts";
import { endure, signInAgain, type Trouble, troubleErrors, troubles } from "./soak-troubles.ts";

/**
 * Two devices change and undo at random while everything happens that can happen. Afterwards each mailbox is what the
 * screens said last: on both, in the API and on the mail server, with each email once. Of changes to the same email that
 * are made at the same time, the one that the server journalled last counts.
 */

const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const happenings = ["nothing", "reload", "second tab", "both at once", ...troubles] as const;
type Happening = (typeof happenings)[number];
const views = ["conversations", "emails"] as const;
/** Requests that change mail. */
const changing = /\/api\/v1\/(?:plans|operations)/;
const applying = /\/api\/v1\/plans\/([0-9a-f-]{36})\/apply$/;

let world: World;
let devices: Record<DeviceName, Device>;
const appliedBy = new Map<string, Device>();
beforeAll(async () => {
	world = await startWorld();
	devices = { desktop: await newDevice("desktop"), phone: await newDevice("phone") };
});
afterAll(() => world?.close());

interface Round {
	number: number;
	box: Box;
	happening: Happening;
	/** To which the happening comes. */
	to: DeviceName;
}

describe(`changes (seed ${SEED})`, () => {
	const pick = randomNumbers(SEED);
	const rounds: Round[] = Array.from({ length: killRounds(11, 100) }, (_, number) => ({
		...{ number, box: of(boxes, pick) },
		// Each comes up before one comes up again.
		happening: happenings[number % happenings.length] ?? "nothing",
		to: of(["desktop", "phone"] as const, pick),
	}));
	test.each(rounds)("$number: $box, $happening to the $to", play);
});

async function play({ number, box, happening, to }: Round): Promise<void> {
	const pick = randomNumbers(SEED * 1_000 + number);
	await world.journalled();
	const scene: Scene = { ...{ world, box, pick }, model: createModel(await world.mails(box), world.folders[box]) };
	const place = somePlace(scene);
	const places = Object.values(devices).map((device) => [device, pick(3) === 0 ? somePlace(scene) : place] as const);
	await Promise.all(places.map(([device, at]) => show(device, scene, at)));
	const one = devices[to];
	const other = devices[to === "desktop" ? "phone" : "desktop"];
	const touched = [one.place, other.place];
	await takeTurn(scene, one);
	await happen(scene, happening, one, other);
	touched.push(one.place, other.place);
	await takeTurn(scene, other);
	touched.push(one.place, other.place);
	await expectMailbox(scene, [one, other], touched);
	world.browser.expectNoPageErrors(troubleErrors);
}

async function newDevice(kind: DeviceName): Promise<Device> {
	return equip(await world.open(kind === "desktop" ? WIDE : PHONE), kind);
}

async function equip(page: Page, kind: DeviceName): Promise<Device> {
	const device: Device = {
		...{ page, kind, place: { account: "", folder: "inbox" }, view: "conversations" },
		...{ stack: [], minutes: 0 },
	};
	page.setDefaultTimeout(20_000);
	page.on("request", (request) => {
		const id = applying.exec(request.url())?.[1];
		if (id !== undefined) appliedBy.set(id, device);
	});
	await prepare(page);
	return device;
}

/** Loads a list; what was changed before is not in this page's memory. */
async function show(device: Device, { pick }: Scene, place: Device["place"]): Promise<void> {
	Object.assign(device, { place, view: of(views, pick), stack: [] });
	await load(device.page, place, device.view);
	await heard(device.page);
}

const screensWith = (device: Device): Device[] => [...new Set([...Object.values(devices), device])];

/** A change, and often an undo, at once or later. */
async function takeTurn(scene: Scene, device: Device, trouble: Trouble | null = null): Promise<void> {
	const { pick } = scene;
	const wishes: Wish[] = [];
	const isCalm = trouble === null || trouble === "slow line";
	// Or only an undo, of what was changed before the trouble.
	const ready = isCalm || device.stack.length === 0 || pick(3) > 0 ? await prepareWish(scene, device, !isCalm) : null;
	const work = async () => {
		if (ready === null) return void wishes.push(...(await undoAtOnce(device)));
		wishes.push(ready.wish);
		await ready.fire();
		if (isCalm) await expectGone(device.page, ready.leaving);
		if (isCalm && pick(3) === 0) wishes.push(...(await undoAtOnce(device)));
	};
	if (trouble === null) await work();
	else await endure(world, trouble, device.page, { requests: changing, method: "POST", work });
	await follow(trouble, device);
	await settle(scene, { wishes, screens: screensWith(device), appliedBy, isTroubled: !isCalm });
	if (pick(2) > 0) return;
	const undone = await undo(scene, device);
	await settle(scene, { wishes: undone, screens: screensWith(device), appliedBy });
}

/** What is left to do when a trouble is over. */
async function follow(trouble: Trouble | null, { page }: Device): Promise<void> {
	if (trouble === "session ended" || trouble === "password changed")
		for (const other of Object.values(devices)) if (other.page !== page) await signInAgain(world, other.page);
	if (trouble !== "slow line") return;
	await waitForIdle(page);
	await page.unroute(changing);
}

async function happen(scene: Scene, happening: Happening, one: Device, other: Device): Promise<void> {
	switch (happening) {
		case "nothing":
			return takeTurn(scene, one);
		case "reload":
			await show(one, scene, one.place);
			return takeTurn(scene, one);
		case "second tab": {
			const tab = await equip(await one.page.context().newPage(), one.kind);
			await show(tab, scene, one.place);
			// The view is one of the browser.
			one.view = tab.view;
			await takeTurn(scene, tab);
			await expectShown(scene, tab);
			return tab.page.close();
		}
		case "both at once":
			return takeTurnsAtOnce(scene, one, other);
		default:
			return takeTurn(scene, one, happening);
	}
}

/** In the same list, and often to the same emails. */
async function takeTurnsAtOnce(scene: Scene, one: Device, other: Device): Promise<void> {
	await show(other, scene, one.place);
	const ready = [await prepareWish(scene, one, true), await prepareWish(scene, other, true)];
	const [ids, otherIds] = ready.map(({ wish }) => wish.ids);
	const contested = new Set([...(ids ?? [])].filter((id) => otherIds?.has(id)));
	// What is selected may go before it is changed.
	await Promise.all(ready.map(({ fire }) => (contested.size > 0 ? fire().catch(() => undefined) : fire())));
	for (const { page } of [one, other]) await page.keyboard.press("Escape");
	await settle(scene, { wishes: ready.map(({ wish }) => wish), screens: [one, other], appliedBy, contested });
}
