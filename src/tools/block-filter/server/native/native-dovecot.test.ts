import { afterAll, beforeAll, expect, it } from "vitest";
import { atScripts, OWN_SCRIPT } from "#providers/imap/testing.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { message, nativeFixture } from "./testing.ts";

describeIf(dovecotPath !== null)("rules at a Dovecot", () => {
	let dovecot: Dovecot;
	let server: TestServer;
	let user: MailUser;
	let ada: TestUser;
	let testMailbox: ReturnType<typeof nativeFixture>;
	beforeAll(async () => {
		dovecot = await startDovecot();
		server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
	});
	afterAll(async () => {
		await server?.close();
		await dovecot?.stop();
	});

	async function connectDovecot(): Promise<string> {
		ada = await server.signUp();
		testMailbox = nativeFixture(server, ada);
		user = await dovecot.addUser();
		const imap = {
			host: "localhost",
			port: dovecot.imapsPort,
			security: "tls" as const,
			certificate: dovecot.certificate,
		};
		const { account } = await ada.client(accountsContract).connectImap({
			body: { email: `${user.user}@example.net`, username: user.user, password: user.password, imap, smtp: null },
		});
		await testMailbox.drain();
		return account.id;
	}
	/** As if a ManageSieve server were found at the default port. */
	const giveSieve = (account: string) =>
		server.ctx.database.query(
			"update connected_accounts set settings = settings || $2, updated_at = now() where id = $1",
			[account, { sieve: { host: "localhost", port: dovecot.sievePort } }],
		);

	it("are offered where the server supports Sieve, next to the user's own script", async () => {
		const account = await connectDovecot();
		expect(await testMailbox.nativeState(account)).toMatchObject({
			possible: "no",
			reason: expect.stringContaining("ManageSieve"),
		});
		const refused = testMailbox.native.setNative({ params: { id: account }, body: { isOn: true } });
		await expect(refused).rejects.toMatchObject({ status: 409, code: "not-supported" });
		await giveSieve(account);
		await atScripts(dovecot, user, async (client) => {
			await client.put("own", OWN_SCRIPT);
			await client.activate("own");
		});
		await testMailbox.make({ name: "Shop", ruleValue: "shop.example", action: "label", labelName: "Shopping" });
		await testMailbox.make({ name: "Bad", ruleType: "sender", ruleValue: "x@bad.example", action: "block" });
		await testMailbox.native.setNative({ params: { id: account }, body: { isOn: true } });
		expect(await testMailbox.states(account)).toEqual(["synced", "synced"]);
		await dovecot.deliver(user.user, message("a@shop.example", "From the shop"));
		await dovecot.deliver(user.user, message("x@bad.example", "Bad news"));
		await dovecot.deliver(user.user, message("b@example.org", "An own rule"));
		expect(await dovecot.doveadm("mailbox", "status", "-u", user.user, "messages", "Shopping", "Junk")).toMatch(
			/Shopping messages=1\nJunk messages=1/,
		);
		await testMailbox.sync(account);
		expect(await testMailbox.find("From the shop")).toMatchObject({ folder: "custom" });
		expect(await testMailbox.find("Bad news")).toMatchObject({ folder: "spam" });
		expect(await testMailbox.find("An own rule")).toMatchObject({ folder: "inbox", isRead: true });
		const { filters: found } = await testMailbox.native.readNative({ params: { id: account } });
		expect(found.map(({ draft }) => [draft.name, draft.action])).toEqual([
			["The subject contains “own rule”", "mark_read"],
		]);
		await testMailbox.native.setNative({ params: { id: account }, body: { isOn: false } });
		await testMailbox.drain();
		expect(await atScripts(dovecot, user, (client) => client.list())).toEqual([{ name: "own", isActive: true }]);
		expect(await atScripts(dovecot, user, (client) => client.read("own"))).toBe(OWN_SCRIPT);
	});

	it("are reported, not silently restored, when another script replaces them", async () => {
		const account = await connectDovecot();
		await giveSieve(account);
		await testMailbox.make({ name: "Shop", ruleValue: "shop.example" });
		await testMailbox.native.setNative({ params: { id: account }, body: { isOn: true } });
		await testMailbox.drain();
		await atScripts(dovecot, user, async (client) => {
			await client.put("webmail", "keep;");
			await client.activate("webmail");
		});
		await testMailbox.native.checkNative({ params: { id: account } });
		expect(await testMailbox.states(account)).toEqual(["deleted"]);
		await dovecot.deliver(user.user, message("a@shop.example", "Not natively"));
		await testMailbox.sync(account);
		// The rule still runs here.
		expect(await testMailbox.find("Not natively")).toMatchObject({ folder: "trash" });
		await testMailbox.native.restoreNative({ params: { id: account }, body: {} });
		expect(await testMailbox.states(account)).toEqual(["synced"]);
	});
});
