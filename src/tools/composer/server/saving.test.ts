import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { composerContract } from "../contract.ts";

/** Two windows that save the same draft, and one that does not hear that it saved. */

let server: TestServer;
let ada: TestUser;
const drafts = () => ada.client(composerContract);
const changed = { code: "draft-changed" };

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	ada = await server.signUp();
	await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

/** A window with the draft open. */
function openWindow(id: string, version: number) {
	const saver = randomUUID();
	let sequence = 0;
	return {
		save: (change: { text?: string; subject?: string }) =>
			drafts().updateDraft({
				params: { id },
				body: { ...change, version, saver: { id: saver, sequence: ++sequence } },
			}),
		/** What it sent before arrives again, or late. */
		again: (change: { text?: string }, earlier: number) =>
			drafts().updateDraft({ params: { id }, body: { ...change, version, saver: { id: saver, sequence: earlier } } }),
	};
}

it("takes what a window saves again after it did not hear of its success, but not over another window's", async () => {
	const { id, version } = await drafts().createDraft({ body: { text: "one" } });
	const first = openWindow(id, version);
	const second = openWindow(id, version);
	await first.save({ text: "two" });
	// The answer was lost, so it names the version before.
	await first.save({ text: "three", subject: "Plans" });
	expect(await drafts().getDraft({ params: { id } })).toMatchObject({ text: "three", subject: "Plans" });
	await expect(second.save({ text: "other" })).rejects.toMatchObject(changed);

	const current = (await drafts().getDraft({ params: { id } })).version;
	await openWindow(id, current).save({ text: "four" });
	await expect(first.save({ text: "five" })).rejects.toMatchObject(changed);
	expect(await drafts().getDraft({ params: { id } })).toMatchObject({ text: "four" });
});

it("ignores a save that arrives after a later one of the same window", async () => {
	const { id, version } = await drafts().createDraft({ body: { text: "" } });
	const one = openWindow(id, version);
	await one.save({ text: "a" });
	const saved = await one.save({ text: "ab" });
	expect(await one.again({ text: "a" }, 1)).toMatchObject({ version: saved.version });
	expect(await one.again({ text: "ab" }, 2)).toMatchObject({ version: saved.version });
	expect(await drafts().getDraft({ params: { id } })).toMatchObject({ text: "ab", version: saved.version });
});

it("keeps what a window wrote as a draft of its own, with files and images", async () => {
	const to = [{ name: "Bea", email: "bea@example.net" }];
	const { id } = await drafts().createDraft({ body: { to, subject: "Plans", html: "<div>one</div>", text: "one" } });
	const bytes = new TextEncoder().encode("first floor");
	const params = { id };
	await drafts().addAttachment({ params, query: { filename: "gone.txt" } }, { bytes });
	await drafts().addAttachment({ params, query: { filename: "a.txt" } }, { bytes });
	await drafts().addAttachment(
		{ params, query: { filename: "b.png", contentType: "image/png", inline: "true" } },
		{ bytes },
	);
	await drafts().removeAttachment({ params: { id, position: 0 } });
	const html = `<div>mine</div><img src="/api/v1/drafts/${id}/attachments/2">`;
	const own = await drafts().copyDraft({ params, body: { html, text: "mine" } });
	expect(own).toMatchObject({ ...{ kind: "new", to, subject: "Plans", text: "mine" }, version: expect.any(Number) });
	expect(own.html).toBe(`<div>mine</div><img src="/api/v1/drafts/${own.id}/attachments/1">`);
	expect(own.attachments.map(({ filename, isInline }) => [filename, isInline])).toEqual([
		["a.txt", false],
		["b.png", true],
	]);
	expect(await drafts().getDraft({ params })).toMatchObject({ text: "one" });
	expect((await drafts().listDrafts()).items.map((draft) => draft.id)).toEqual(expect.arrayContaining([id, own.id]));
});

it("keeps it also when the draft was sent or discarded meanwhile", async () => {
	const { id } = await drafts().createDraft({ body: { subject: "Gone", text: "one" } });
	await drafts().discardDraft({ params: { id } });
	await expect(drafts().updateDraft({ params: { id }, body: { text: "two" } })).rejects.toMatchObject({ status: 409 });
	expect(await drafts().copyDraft({ params: { id }, body: { text: "two" } })).toMatchObject({
		...{ subject: "Gone", text: "two", state: "editing" },
	});
});
