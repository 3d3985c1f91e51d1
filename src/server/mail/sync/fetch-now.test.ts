import { describe, expect, it } from "vitest";
import { AppError } from "../../errors.ts";
import { exportPage } from "../../identity/export/mail.ts";
import { openParts } from "../../identity/export/parts.ts";
import { attachmentReply, rawReply } from "../messages/content.ts";
import { openEmail } from "../messages/open-email.ts";
import { Unavailable } from "../provider/errors.ts";
import { memoryFixture } from "./test-context.ts";

const fixture = memoryFixture();
const { owner, query, fill, sync, rows, countsAgree } = fixture;

describe("opening a message before its body was fetched", () => {
	async function bare(): Promise<{ id: string; stop: () => Promise<unknown> }> {
		// One page: bodies are fetched as soon as the first page is stored, concurrently with the listing of others.
		fixture.server.pageSize = 6;
		fill(6);
		const stop = new AbortController();
		fixture.server.onCall = (call) => {
			if (call !== "fetch") return;
			stop.abort(new AppError(503, "stopping", "The server stops"));
			stop.signal.throwIfAborted();
		};
		const ended = sync({ stop }).catch(() => undefined);
		await ended;
		fixture.server.onCall = () => undefined;
		const row = (await rows()).find((one) => one.message_id === "2@example.org");
		return { id: row?.id ?? "", stop: () => ended };
	}

	it("fetches it immediately, once for all concurrent requests", async () => {
		const { id } = await bare();
		const answers = await Promise.all([1, 2, 3].map(() => openEmail(fixture.ctx, owner, id)));
		expect(answers[0]).toMatchObject({ subject: "Number 2", attachments: [{ filename: "file2.pdf" }] });
		expect(answers[2]?.text).toContain("word2");
		expect(fixture.server.handedOut).toHaveLength(1);
		const raw = await rawReply(fixture.ctx, { ownerId: owner, id }, false, new Request("http://x.test/"));
		expect(await raw.text()).toContain("Subject: Number 2");
		expect(await sync()).toMatchObject({ bodies: 5 });
		await countsAgree();
	});

	it("fetches it for its attachment and its original as well", async () => {
		const { id } = await bare();
		const attachment = await attachmentReply(
			fixture.ctx,
			{ ownerId: owner, id },
			{ index: 0, inline: false },
			new Request("http://x.test/"),
		);
		expect(Buffer.from(await attachment.arrayBuffer()).toString()).toBe("%PDF-");
	});

	it("fetches it for an archive, which is written without it if that fails", async () => {
		await bare();
		const parts = await openParts(fixture.dataDir, []);
		const page = () => {
			const folders = new Map();
			const exported = { ownerId: owner, accountId: fixture.account, path: "", folders };
			return exportPage(fixture.ctx, exported, { parts, afterId: null, signal: new AbortController().signal });
		};
		fixture.server.onCall = () => {
			throw new Unavailable("away");
		};
		expect(await page()).toMatchObject({ count: 6 });
		expect((await rows()).every((row) => row.raw_sha256 === null)).toBe(true);
		fixture.server.onCall = () => undefined;
		expect(await page()).toMatchObject({ count: 6 });
		expect((await rows()).every((row) => row.raw_sha256 !== null)).toBe(true);
	});

	it("reports why it cannot be fetched, and hides it from other users", async () => {
		const { id } = await bare();
		fixture.server.onCall = () => {
			throw new Unavailable("away");
		};
		await expect(openEmail(fixture.ctx, owner, id)).rejects.toMatchObject({ status: 503, code: "text-unavailable" });
		fixture.server.onCall = () => undefined;
		fixture.server.remove((await rows()).find((row) => row.id === id)?.provider_id ?? "");
		await expect(openEmail(fixture.ctx, owner, id)).rejects.toMatchObject({ status: 410, code: "message-gone" });
		await expect(openEmail(fixture.ctx, "somebody", id)).rejects.toMatchObject({ status: 404 });
		await query("update connected_accounts set status = 'disconnected' where id = $1", [fixture.account]);
		await expect(openEmail(fixture.ctx, owner, id)).rejects.toMatchObject({ status: 409, code: "text-not-here" });
	});
});
