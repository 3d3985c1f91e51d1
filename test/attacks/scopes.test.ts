import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allows, scopeOf } from "#server/identity/auth/keys/scopes.ts";
import { type KeyScope, keyScope } from "#shared/contract.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { fixtures, PRIVATE, startTwoPeople, type TwoPeople } from "#test/two-people.ts";
import { requestOf, requestsNaming } from "./samples.ts";

/** API keys of each scope alone, on every route, with the things of the user whose key it is. */

/** Of the user's mail. */
const MAIL = /private plans|nobody else may read/i;

let people: TwoPeople;
beforeAll(async () => {
	people = await startTwoPeople();
});
afterAll(() => people?.server.close());

describe.each(keyScope.options.filter((scope) => scope !== "operator"))("a key with %s alone", (scope: KeyScope) => {
	it("is refused by every other route, and reads no mail without mail:read", { timeout: 600_000 }, async () => {
		const { server, routes, ada, ids } = people;
		const { secret } = await ada.client(signInContract).createApiKey({ body: { name: scope, scopes: [scope] } });
		const inputs = Object.assign({}, ...fixtures.map((fixture) => fixture.inputs));
		const found: string[] = [];
		const mayRead = allows([scope], "mail:read");
		for (const route of routes) {
			const { id, spec } = route;
			if (spec.access === "public" || spec.stream !== undefined || spec.raw === "text/event-stream") continue;
			const needed = scopeOf(spec);
			const isAllowed = needed !== null && allows([scope], needed) && spec.access !== "operator";
			// What is allowed to change things may: only what it reads is looked at.
			if (isAllowed && spec.method !== "GET" && mayRead) continue;
			await server.ctx.database.exec("delete from rate_limits", []);
			const naming = [...requestsNaming(spec, [...new Set(Object.values(ids))], inputs[id])];
			for (const { path, init } of naming.length === 0 ? [requestOf(spec)] : naming) {
				const reply = await fetch(server.url + path, {
					...init,
					redirect: "manual",
					headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${secret}` },
				});
				const text = await reply.text();
				if (!isAllowed && reply.status !== 403) found.push(`${id}: ${reply.status} instead of 403`);
				if (!mayRead && MAIL.test(text)) found.push(`${id} told mail: ${text.slice(0, 200)}`);
				if (!isAllowed && PRIVATE.test(text)) found.push(`${id} told: ${text.slice(0, 200)}`);
				// Without the scope nothing is read of a request but its path.
				if (!isAllowed) break;
			}
		}
		expect([...new Set(found)]).toEqual([]);
	});
});
