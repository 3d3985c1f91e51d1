import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../dovecot/account.ts";
import { type Google, startGoogle } from "./google.ts";

const ANN = "ann@gmail.example";
let google: Google;
let bearer: string;
beforeAll(async () => {
	google = await startGoogle();
	bearer = (await google.token(ANN)).accessToken;
});
afterAll(() => google.close());

async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: Record<string, unknown> }> {
	const reply = await fetch(`${google.apiUrl}/gmail/v1/users/me${path}`, {
		...init,
		headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
	});
	const text = await reply.text();
	return { status: reply.status, body: text === "" ? {} : JSON.parse(text) };
}

test("gives back a message byte for byte", async () => {
	const raw = Buffer.concat([Buffer.from(letter("Bytes")), Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0xe4])]);
	const id = google.addMessage(ANN, raw, { labels: ["INBOX"] });
	const { body } = await ask(`/messages/${id}?format=raw`);
	expect(Buffer.from(String(body.raw), "base64url").equals(raw)).toBe(true);
	expect(body).toMatchObject({ labelIds: ["INBOX"], internalDate: String(Date.UTC(2026, 0, 5, 8, 50, 15)) });
});
