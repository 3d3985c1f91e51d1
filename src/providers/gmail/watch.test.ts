import { afterAll, beforeAll, expect, test } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { connectAt, message } from "./testing.ts";

const BASE = "http://localhost:3000";
const TOPIC = "projects/mailstead/topics/gmail";
const TOKEN = "a secret of the operator";
const [ann, bob] = ["ann@gmail.example", "bob@gmail.example"].map((email) => ({ email, name: "Example" }));

let google: Google;
let server: TestServer;
beforeAll(async () => {
	google = await startGoogle({ people: [ann, bob].filter((one) => one !== undefined), origin: BASE });
	const env = { BASE_URL: BASE, GOOGLE_PUBSUB_TOPIC: TOPIC, GOOGLE_PUBSUB_TOKEN: TOKEN };
	server = await startTestServer({ env: { ...google.env, ...env } });
});
afterAll(async () => {
	await server.close();
	await google.close();
});

const endpoint = (token: string): string => `${server.url}/api/v1/webhooks/gmail?token=${encodeURIComponent(token)}`;

test("new mail arrives soon after Gmail's push notification", async () => {
	google.pushTo(endpoint(TOKEN));
	const user = await server.signUp();
	const { account } = await connectAt(user, `${BASE}/auth/gmail/callback`, "ann@gmail.example");
	const subjects = async () => {
		const { items } = await user.client(emailsContract).listEmails({ query: { account: account.id } });
		return items.map(({ subject }) => subject);
	};
	const methods = () => google.requests.map(({ method }) => method);
	// It called watch, then polled once for earlier changes.
	const hasPolled = () =>
		methods().includes("watch") && methods().lastIndexOf("getProfile") > methods().indexOf("watch");
	await expect.poll(hasPolled, { timeout: 20_000 }).toBe(true);
	await server.ctx.jobs.drain();
	const polls = () => methods().filter((method) => method === "getProfile").length;
	const before = polls();
	google.addMessage("ann@gmail.example", message("Notified"));
	await expect.poll(subjects, { timeout: 10_000 }).toContain("Notified");
	// No poll was needed.
	expect(polls()).toBe(before);
	expect(google.published.at(-1)).toMatchObject({ topic: TOPIC, emailAddress: "ann@gmail.example" });
});

test("only callers with the secret are accepted, and malformed notifications are harmless", async () => {
	const notify = (token: string, data: string) =>
		fetch(endpoint(token), {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ message: { data: Buffer.from(data).toString("base64") } }),
		});
	const notice = JSON.stringify({ emailAddress: "ann@gmail.example", historyId: "7" });
	expect((await notify("another secret of mine", notice)).status).toBe(404);
	expect((await notify(TOKEN, "no notice")).status).toBe(204);
	expect((await notify(TOKEN, JSON.stringify({ emailAddress: "nobody@gmail.example" }))).status).toBe(204);
});
