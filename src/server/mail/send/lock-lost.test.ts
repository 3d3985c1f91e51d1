import { expect } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, openMailbox, testInstall } from "#test/mailbox.ts";
import { isPostgres, testIf } from "../../../../fixtures/only-if.ts";
import { LockLost } from "../../platform/locks/account-lock.ts";
import { Unavailable } from "../provider/errors.ts";
import type { Provider } from "../provider/provider.ts";
import { deliverNext } from "./deliver.ts";
import { sendMail } from "./send-mail.ts";
import { connectMailbox, request } from "./testing.ts";

testIf(dovecotPath !== null && isPostgres)("leaves a message to the process that took over its mailbox", async () => {
	const install = await testInstall();
	const dovecot = await startDovecot();
	let onSend: (() => Promise<never>) | null = null;
	const provider: Provider = {
		...imapProvider,
		async open(environment) {
			const session = await imapProvider.open(environment);
			const { sender } = session;
			if (sender === undefined) throw new Error("This provider sends");
			return {
				...session,
				sender: { ...sender, send: async (...mail) => (onSend === null ? sender.send(...mail) : onSend()) },
			};
		},
	};
	const box = await openMailbox(install, { provider, isIdle: true });
	const { ctx } = box;
	try {
		const accountId = await connectMailbox(box, dovecot, await dovecot.addUser(), null);
		const { id } = await sendMail(ctx, request(accountId, "taken over"));
		const stateOf = async (): Promise<unknown> =>
			(await ctx.database.one<{ state: string }>("select state from outgoing_messages where id = $1", [id]))?.state;
		const next = () => deliverNext(ctx, { ownerId: OWNER, accountId }, new AbortController().signal);
		onSend = async () => {
			// As if this process had been frozen for longer than the lease.
			await ctx.database.exec(
				"update account_locks set holder = gen_random_uuid(), expires_at = now() + interval '1 hour' where account_id = $1",
				[accountId],
			);
			throw new Unavailable("The connection is gone");
		};
		await expect(next()).rejects.toBeInstanceOf(LockLost);
		expect(await stateOf()).toBe("sending");
		onSend = null;
		await ctx.database.exec("delete from account_locks where account_id = $1", [accountId]);
		while ((await next()) !== null);
		expect(await stateOf()).toBe("sent");
		expect(dovecot.handedIn).toHaveLength(1);
	} finally {
		await box.close();
		await dovecot.stop();
		await install.remove();
	}
});
