import { expect, test, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { testInstall } from "#test/database.ts";
import { startDns } from "#test/dns/dns.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { startProcess } from "#test/process.ts";
import { signInAt, signUpAt, type TestUser } from "#test/server.ts";
import { unsubscriberContract } from "../../contract.ts";
import { startSenders } from "../testing/senders.ts";
import { dkimRecord, mailing, mboxOf, signed } from "../testing/signed.ts";

const POST = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";

test("after kill -9 sends no request twice, and resumes the pending ones", async () => {
	const senders = await startSenders(["one.test", "two.test"]);
	const dns = await startDns({
		localhost: { A: "127.0.0.1" },
		"one.test": { A: "127.0.0.1" },
		"two.test": { A: "127.0.0.1" },
		"s1._domainkey.one.test": { TXT: dkimRecord },
	});
	const install = await testInstall();
	const env = { ALLOW_PRIVATE_HOSTS: "on", DNS_SERVERS: dns.server, NODE_EXTRA_CA_CERTS: senders.certificate };
	const date = new Date("2026-01-05T10:00:00Z");
	const message = (name: string, url: string) =>
		signed(
			mailing({ from: `${name} <hello@${name.toLowerCase()}.test>`, date, head: [`List-Unsubscribe: <${url}>`, POST] }),
			"one.test",
		);
	// A queue of three at one host, behind the one that hangs, and another host in parallel.
	const messages = [
		await message("Hanging", senders.url("/pending", "one.test")),
		await message("Second", senders.url("/yes?second", "one.test")),
		await message("Third", senders.url("/yes?third", "one.test")),
		await message("Elsewhere", senders.url("/yes?elsewhere", "two.test")),
	].map((raw) => ({ raw, date }));
	const states = async (user: TestUser) => {
		const { items } = await user.client(unsubscriberContract).listAttempts();
		return Object.fromEntries(items.map(({ name, state, reason }) => [name, `${state} ${reason}`]));
	};
	const requests = () => senders.requests.map(({ method, at }) => `${method} ${at}`).sort();

	let server = await startProcess(install, env);
	try {
		let user = await signUpAt(server.url, "ann@example.org");
		const bytes = new TextEncoder().encode(mboxOf(messages));
		await user.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes });
		const api = user.client(unsubscriberContract);
		await vi.waitFor(async () => expect((await api.listSubscriptions()).items).toHaveLength(4), {
			timeout: 30_000,
			interval: 200,
		});
		const { items } = await api.listSubscriptions({ query: { sort: "name" } });
		const order = ["Hanging", "Second", "Third", "Elsewhere"];
		const subscriptions = order.map((name) => items.find((item) => item.name === name)?.id ?? "");
		const { job } = await api.unsubscribe({ body: { subscriptions } });
		await vi.waitFor(() => expect(requests()).toEqual(["POST one.test/pending", "POST two.test/yes?elsewhere"]), {
			timeout: 30_000,
			interval: 50,
		});
		await vi.waitFor(async () => expect(await states(user)).toMatchObject({ Elsewhere: "confirmed accepted" }), 10_000);
		await server.kill();
		senders.release();
		await expireLeases(install);

		server = await startProcess(install, env);
		user = await signInAt(server.url, "ann@example.org");
		await vi.waitFor(
			async () => {
				const { state } = await user.client(jobsContract).getJob({ params: { id: job?.id ?? "" } });
				expect(state).toBe("done");
			},
			{ timeout: 60_000, interval: 200 },
		);
		expect(await states(user)).toEqual({
			Hanging: "requested response-lost",
			Second: "confirmed accepted",
			Third: "confirmed accepted",
			Elsewhere: "confirmed accepted",
		});
		expect(requests()).toEqual(
			["one.test/pending", "one.test/yes?second", "one.test/yes?third", "two.test/yes?elsewhere"].map(
				(at) => `POST ${at}`,
			),
		);
		const finished = await user.client(jobsContract).getJob({ params: { id: job?.id ?? "" } });
		expect(finished).toMatchObject({
			done: 4,
			total: 4,
			result: { confirmed: 3, requested: 1, needsAction: 0, failed: 0 },
		});
	} finally {
		await server.stop();
		await install.remove();
		await senders.close();
		await dns.close();
	}
});
