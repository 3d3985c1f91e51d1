import { afterAll, beforeAll, expect, it } from "vitest";
import { startTwoPeople, type TwoPeople } from "#test/two-people.ts";
import { digestOf, settled } from "./digest.ts";
import { requestOf } from "./samples.ts";

/** What a page of another site can make the browser of a signed-in user send, to every route that changes something. */

let people: TwoPeople;
beforeAll(async () => {
	people = await startTwoPeople();
});
afterAll(() => people?.server.close());

const FOREIGN: Record<string, string>[] = [
	{ origin: "https://evil.example" },
	{ origin: "null" },
	{ origin: "http://localhost.evil.example" },
	{ "sec-fetch-site": "cross-site" },
	{ "sec-fetch-site": "same-site" },
	{ origin: "https://evil.example", "sec-fetch-site": "same-origin" },
];
/** What a form or a script can send without asking the server first. */
const SIMPLE = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

it("is refused, and changes nothing", { timeout: 600_000 }, async () => {
	const { server, routes, ada, ids } = people;
	await settled(server, ada.ownerId);
	const before = await digestOf(server.ctx.database, ada.ownerId);
	const found: string[] = [];
	const changing = routes.filter(({ spec }) => spec.method !== "GET");
	expect(changing.length).toBeGreaterThan(100);
	for (const { id, spec } of changing) {
		const own = Object.entries(ids).find(([part]) => spec.path.startsWith(`/api/v1/${part}/`))?.[1] ?? ids.emails ?? "";
		const params = Object.fromEntries(Object.keys(spec.params?.shape ?? {}).map((name) => [name, own]));
		const { path, init } = requestOf(spec, { params });
		for (const headers of FOREIGN)
			for (const type of [...SIMPLE, "application/json"]) {
				const reply = await fetch(server.url + path, {
					...init,
					redirect: "manual",
					headers: { cookie: ada.cookie, "content-type": type, ...headers },
				});
				await reply.body?.cancel();
				if (reply.status !== 403) found.push(`${id} ${JSON.stringify(headers)} ${type}: ${reply.status}`);
			}
	}
	await settled(server, ada.ownerId);
	expect(found).toEqual([]);
	expect(await digestOf(server.ctx.database, ada.ownerId)).toEqual(before);
});
