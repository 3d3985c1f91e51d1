import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../errors.ts";
import { RetryAfter } from "../../platform/jobs/jobs.ts";
import { AuthExpired } from "../provider/errors.ts";
import { withSession } from "../sessions/with-session.ts";
import { memoryFixture } from "../sync/test-context.ts";
import { writeConnection } from "./connection.ts";

const box = memoryFixture();
afterEach(() => {
	box.server.onCall = () => undefined;
});

/** The user enters another password, which was tested. */
async function storePassword(password: string): Promise<void> {
	const server = { host: "mail.test", port: 993, security: "tls" } as const;
	const settings = { email: "me@mail.test", username: "me", imap: server, smtp: null };
	const { owner, account } = box;
	await box.ctx.database.transaction(() =>
		writeConnection(box.ctx, owner, { id: account, name: account, settings, credentials: { password } }),
	);
}

/** What the user is shown of the mailbox. */
async function shown() {
	const [row] = await box.query(
		`select a.status, s.sync_status, s.last_error, (select array_agg(state) from email_syncs where account_id = a.id) as syncs
		from connected_accounts a join email_sync_status s on s.account_id = a.id where a.id = $1`,
		[box.account],
	);
	return row;
}

/** At the next listing, the user reconnects, and the running sync fails. */
function failAfterReconnecting(failure: Error): void {
	box.server.onCall = async (call) => {
		if (call !== "list") return;
		box.server.onCall = () => undefined;
		await storePassword("new");
		throw failure;
	};
}

describe("a mailbox that is reconnected while a sync with the old password runs", () => {
	it.each([
		["rejects the old password", new AuthExpired("expired")],
		["fails in an unexpected way", new TypeError("boom")],
	])("stays connected when the mail server %s afterwards, and is synced with the new one", async (_, failure) => {
		await storePassword("old");
		box.fill(3);
		failAfterReconnecting(failure);
		const ended = await box.sync().catch((cause: unknown) => cause);
		expect(ended).toBeInstanceOf(RetryAfter);
		expect(await shown()).toMatchObject({ status: "connected", last_error: null, syncs: null });
		expect(await box.sync()).toMatchObject({ added: 3 });
		expect(await shown()).toEqual({ status: "connected", sync_status: "idle", last_error: null, syncs: ["done"] });
	});

	it("shows nothing of the rejection when the rejection was recorded first", async () => {
		await storePassword("old");
		box.server.onCall = () => {
			throw new AuthExpired("expired");
		};
		await expect(box.sync()).rejects.toMatchObject({ code: "needs-sign-in" });
		expect(await shown()).toMatchObject({ status: "needs_sign_in", sync_status: "failed" });
		await storePassword("new");
		expect(await shown()).toMatchObject({ status: "connected", sync_status: "idle", last_error: null });
	});

	it("is not touched by a change that was being made, which is repeated", async () => {
		await storePassword("old");
		const change = (lastAttempt: boolean) =>
			withSession(
				box.ctx,
				{ ownerId: box.owner, accountId: box.account },
				(session) => session.reader.listChanges(null, { limit: 5, signal: new AbortController().signal }),
				lastAttempt,
			).catch((cause: unknown) => cause);
		failAfterReconnecting(new AuthExpired("expired"));
		expect(await change(false)).toBeInstanceOf(RetryAfter);
		failAfterReconnecting(new AuthExpired("expired"));
		expect(await change(true)).toMatchObject({ code: "unavailable" });
		const [row] = await box.query("select status from connected_accounts where id = $1", [box.account]);
		expect(row).toEqual({ status: "connected" });
		box.server.onCall = () => {
			throw new AuthExpired("expired");
		};
		expect(await change(true)).toBeInstanceOf(AppError);
		const [rejected] = await box.query("select status from connected_accounts where id = $1", [box.account]);
		expect(rejected).toEqual({ status: "needs_sign_in" });
	});
});
