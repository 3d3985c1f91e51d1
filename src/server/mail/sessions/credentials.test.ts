import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { AuthExpired } from "../provider/errors.ts";
import { type Credentials, openCredentials, renewalOf, sealCredentials } from "./credentials.ts";

let box: TestMailbox;
let removeInstall: () => Promise<void>;
let id: string;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install, { isIdle: true });
	id = newId();
	await box.ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2, 'gmail', 'me')",
		[OWNER, id],
	);
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

async function store(credentials: Credentials): Promise<void> {
	const sealed = sealCredentials(box.ctx.config, OWNER, id, credentials);
	await box.ctx.database.exec("update connected_accounts set credentials = $2 where id = $1", [id, sealed]);
}

async function stored(): Promise<Credentials | null> {
	const row = await box.ctx.database.one<{ credentials: Buffer }>(
		"select credentials from connected_accounts where id = $1",
		[id],
	);
	return openCredentials(box.ctx.config, OWNER, id, row?.credentials ?? null);
}

const isNew = ({ token }: Credentials): boolean => token === "new";

it("uses the tokens that the user stored while the old ones were being renewed", async () => {
	await store({ token: "old" });
	const renewed = await renewalOf(
		box.ctx,
		OWNER,
		id,
	)(isNew, async () => {
		await store({ token: "new" });
		return { token: "renewed" };
	});
	expect(renewed).toEqual({ token: "new" });
	expect(await stored()).toEqual({ token: "new" });
});

it("uses them also when the provider refused the old ones", async () => {
	await store({ token: "old" });
	const renewed = await renewalOf(
		box.ctx,
		OWNER,
		id,
	)(isNew, async () => {
		await store({ token: "new" });
		throw new AuthExpired("invalid_grant");
	});
	expect(renewed).toEqual({ token: "new" });
});

it("reports the refusal when the stored tokens are those that were refused", async () => {
	await store({ token: "old" });
	const refused = renewalOf(
		box.ctx,
		OWNER,
		id,
	)(isNew, async () => {
		throw new AuthExpired("invalid_grant");
	});
	await expect(refused).rejects.toBeInstanceOf(AuthExpired);
});
