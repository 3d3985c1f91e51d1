import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "#shared/ids.ts";
import { defineSettings, settingsValues } from "#shared/settings.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { readAllSettings, readSettings, updateSettings } from "./store.ts";

let install: Awaited<ReturnType<typeof testInstall>>;
let mailbox: TestMailbox;

beforeAll(async () => {
	install = await testInstall();
	mailbox = await openMailbox(install, { isIdle: true });
});
afterAll(async () => {
	await mailbox.close();
	await install.remove();
});

const section = defineSettings({
	id: "sample",
	schema: z.object({
		isOn: z.boolean().default(false),
		threshold: z.number().min(0).max(100).default(80),
		folders: z.array(z.string()).default(["INBOX"]),
	}),
});
const perMailbox = defineSettings({ id: "sample-mailbox", isPerAccount: true, schema: section.schema });

it("has defaults for everything, and keeps changes per user", async () => {
	const { database } = mailbox.ctx;
	expect(await readSettings(database, { ownerId: OWNER }, section)).toEqual({
		isOn: false,
		threshold: 80,
		folders: ["INBOX"],
	});
	expect(await updateSettings(database, { ownerId: OWNER }, section, { threshold: 5 })).toMatchObject({ threshold: 5 });
	await updateSettings(database, { ownerId: OWNER }, section, { isOn: true, threshold: undefined });
	const expected = { isOn: true, threshold: 5, folders: ["INBOX"] };
	expect(await readSettings(database, { ownerId: OWNER }, section)).toEqual(expected);
	expect(await readSettings(database, { ownerId: "other" }, section)).toMatchObject({ isOn: false, threshold: 80 });
	expect(await readAllSettings(database, OWNER, [section])).toEqual({ sample: expected });
});

it("applies concurrent changes of different values", async () => {
	const { database } = mailbox.ctx;
	const scope = { ownerId: "concurrent" };
	await Promise.all([
		updateSettings(database, scope, section, { isOn: true }),
		updateSettings(database, scope, section, { threshold: 1 }),
		updateSettings(database, scope, section, { folders: [] }),
	]);
	expect(await readSettings(database, scope, section)).toEqual({ isOn: true, threshold: 1, folders: [] });
});

it("rejects unknown and invalid values, and stores nothing then", async () => {
	const { database } = mailbox.ctx;
	const scope = { ownerId: "careless" };
	const rejected = { status: 400, code: "invalid-input" };
	await expect(updateSettings(database, scope, section, { treshold: 5 })).rejects.toMatchObject(rejected);
	await expect(updateSettings(database, scope, section, { isOn: true, threshold: 101 })).rejects.toMatchObject({
		...rejected,
		fields: { threshold: expect.any(String) },
	});
	expect(await readSettings(database, scope, section)).toMatchObject({ isOn: false });
});

it("reads what other versions stored", () => {
	expect(settingsValues(section, { isOn: "yes", threshold: 7, renamed: 1 })).toEqual({
		isOn: false,
		threshold: 7,
		folders: ["INBOX"],
	});
	expect(settingsValues(section, null)).toMatchObject({ threshold: 80 });
	expect(() => defineSettings({ id: "x", schema: z.object({ required: z.string() }) })).toThrow("required");
});

it("keeps the values of mailboxes apart", async () => {
	const { database } = mailbox.ctx;
	const [first, second] = [newId(), newId()];
	await updateSettings(database, { ownerId: OWNER, accountId: first }, perMailbox, { threshold: 1 });
	expect(await readSettings(database, { ownerId: OWNER, accountId: first }, perMailbox)).toMatchObject({
		threshold: 1,
	});
	expect(await readSettings(database, { ownerId: OWNER, accountId: second }, perMailbox)).toMatchObject({
		threshold: 80,
	});
	await expect(readSettings(database, { ownerId: OWNER }, perMailbox)).rejects.toThrow("per mailbox");
});
