import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestUser } from "#test/server.ts";
import { fixtures, PRIVATE, startTwoPeople, type TwoPeople } from "#test/two-people.ts";
import { digestOf, settled } from "./digest.ts";
import { requestsNaming } from "./samples.ts";

/**
 * Two users and the operator, every route, and every id of one user in every place of a request that may name one: path,
 * query and body.
 */

let people: TwoPeople;
beforeAll(async () => {
	people = await startTwoPeople();
});
afterAll(() => people?.server.close());

describe.each(["bea", "operator"] as const)("as %s", (name) => {
	it("no route shows or changes anything of another user", { timeout: 1_200_000 }, async () => {
		const { server, routes, ada } = people;
		const attacker: TestUser = people[name];
		await settled(server, ada.ownerId);
		const before = await digestOf(server.ctx.database, ada.ownerId);
		const ids = [...new Set(Object.values(people.ids))];
		const inputs = Object.assign({}, ...fixtures.map((fixture) => fixture.inputs));
		let count = 0;
		const found: string[] = [];
		for (const route of routes) {
			if (route.spec.stream !== undefined || route.spec.raw === "text/event-stream") continue;
			// Limits would answer instead of the route.
			await server.ctx.database.exec("delete from rate_limits", []);
			for (const { path, init } of requestsNaming(route.spec, ids, inputs[route.id])) {
				count++;
				const reply = await attacker.fetch(path, { redirect: "manual", ...init });
				const text = await reply.text();
				if (reply.status >= 500) found.push(`${route.id} ${path}: ${reply.status} ${text.slice(0, 200)}`);
				if (reply.status === 401) throw new Error(`${route.id} ended the session of the attacker`);
				if (PRIVATE.test(text)) found.push(`${route.id} ${path} told: ${text.slice(0, 300)}`);
			}
		}
		await settled(server, ada.ownerId);
		expect(found).toEqual([]);
		expect(count).toBeGreaterThan(5_000);
		expect(await digestOf(server.ctx.database, ada.ownerId)).toEqual(before);
	});
});
