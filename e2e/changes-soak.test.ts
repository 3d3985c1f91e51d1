import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { randomNumbers } from "#test/random-numbers.ts";
import { killRounds } from "#test/soak.ts";
import { PHONE, WIDE, waitForIdle } from "./browser.ts";
import { expectMailbox, settle } from "./changes-soak-check.ts";
import { type Box, boxes, type SoakMailboxes, startMailboxes } from "./changes-soak-fixture.ts";
import { createModel } from "./changes-soak-model.ts";
import {
	type ChangeRequest,
	type Device,
	expectShown,
	of,
	prepareChange,
	type Scene,
	someList,
} from "./changes-soak-requests.ts";
import { type DeviceName, expectGone, load, prepare, takeMessages } from "./changes-soak-screen.ts";
import { isRecent, undo, undoAtOnce } from "./changes-soak-undo.ts";
import { type Failure, failureErrors, failures, signInAgain, withFailure } from "./soak-failures.ts";

/**
 * Two devices change and undo at random while everything happens that can happen. Afterwards each mailbox is what the
 * screens said last: on both, in the API and on the mail server, with each email once. Of changes to the same email that
 * are made at the same time, the one that the server journalled last counts.
 */

const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const happenings = ["nothing", "reload", "second tab", "both at once", ...failures] as const;
type Happening = (typeof happenings)[number];
const views = ["conversations", "emails"] as const;
/** Requests that change mail. */
const changing = /\/api\/v1\/(?:plans|operations)/;
const applying = /\/api\/v1\/plans\/([0-9a-f-]{36})\/apply$/;

let mailboxes: SoakMailboxes;
let devices: Record<DeviceName, Device>;
const appliedBy = new Map<string, Device>();
beforeAll(async () => {
	mailboxes = await startMailboxes();
	devices = { desktop: await newDevice("desktop"), phone: await newDevice("phone") };
});
afterAll(() => mailboxes?.close());

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
	await mailboxes.journalled();
	const scene: Scene = {
		...{ mailboxes, box, pick },
		model: createModel(await mailboxes.mails(box), mailboxes.folders[box]),
	};
	const address = someList(scene);
	const places = Object.values(devices).map((device) => [device, pick(3) === 0 ? someList(scene) : address] as const);
	await Promise.all(places.map(([device, at]) => show(device, scene, at)));
	const one = devices[to];
	const other = devices[to === "desktop" ? "phone" : "desktop"];
	const touched = [one.address, other.address];
	await takeTurn(scene, one);
	await happen(scene, happening, one, other);
	touched.push(one.address, other.address);
	await takeTurn(scene, other);
	touched.push(one.address, other.address);
	await expectMailbox(scene, [one, other], touched);
	mailboxes.browser.expectNoPageErrors(failureErrors);
}

async function newDevice(kind: DeviceName): Promise<Device> {
	return equip(await mailboxes.open(kind === "desktop" ? WIDE : PHONE), kind);
}

async function equip(page: Page, kind: DeviceName): Promise<Device> {
	const device: Device = {
		...{ page, kind, address: { account: "", folder: "inbox" }, view: "conversations" },
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
async function show(device: Device, { pick }: Scene, address: Device["address"]): Promise<void> {
	Object.assign(device, { address, view: of(views, pick), stack: [] });
	await load(device.page, address, device.view);
	await takeMessages(device.page);
}

const screensWith = (device: Device): Device[] => [...new Set([...Object.values(devices), device])];

/** A change, and often an undo, at once or later. */
async function takeTurn(scene: Scene, device: Device, failure: Failure | null = null): Promise<void> {
	const { pick } = scene;
	const requests: ChangeRequest[] = [];
	const isCalm = failure === null || failure === "slow line";
	// Or only an undo, of what was changed before the failure.
	const ready = isCalm || !isRecent(device) || pick(3) > 0 ? await prepareChange(scene, device, !isCalm) : null;
	const work = async () => {
		if (ready === null) return void requests.push(...(await undoAtOnce(device)));
		requests.push(ready.request);
		await ready.fire();
		if (isCalm) await expectGone(device.page, ready.leaving);
		if (isCalm && pick(3) === 0) requests.push(...(await undoAtOnce(device)));
	};
	if (failure === null) await work();
	else await withFailure(mailboxes, failure, device.page, { requests: changing, method: "POST", work });
	await follow(failure, device);
	await settle(scene, { requests, screens: screensWith(device), appliedBy, hasFailure: !isCalm });
	if (pick(2) > 0) return;
	const undone = await undo(scene, device);
	await settle(scene, { requests: undone, screens: screensWith(device), appliedBy });
}

/** What is left to do when a failure is over. */
async function follow(failure: Failure | null, { page }: Device): Promise<void> {
	if (failure === "session ended" || failure === "password changed")
		for (const other of Object.values(devices)) if (other.page !== page) await signInAgain(mailboxes, other.page);
	if (failure !== "slow line") return;
	await waitForIdle(page);
	await page.unroute(changing);
}

async function happen(scene: Scene, happening: Happening, one: Device, other: Device): Promise<void> {
	switch (happening) {
		case "nothing":
			return takeTurn(scene, one);
		case "reload":
			await show(one, scene, one.address);
			return takeTurn(scene, one);
		case "second tab": {
			const tab = await equip(await one.page.context().newPage(), one.kind);
			await show(tab, scene, one.address);
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
	await show(other, scene, one.address);
	const ready = [await prepareChange(scene, one, true), await prepareChange(scene, other, true)];
	const [ids, otherIds] = ready.map(({ request }) => request.ids);
	const contested = new Set([...(ids ?? [])].filter((id) => otherIds?.has(id)));
	// What is selected may go before it is changed.
	await Promise.all(ready.map(({ fire }) => (contested.size > 0 ? fire().catch(() => undefined) : fire())));
	for (const { page } of [one, other]) await page.keyboard.press("Escape");
	await settle(scene, { requests: ready.map(({ request }) => request), screens: [one, other], appliedBy, contested });
}
