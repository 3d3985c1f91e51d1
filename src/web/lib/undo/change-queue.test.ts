import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { inOrder } from "./change-queue.ts";

/** The browser's window. */
let page: EventTarget;
beforeEach(() => {
	page = new EventTarget();
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});

/** Whether the browser asks before it closes the page. */
const asks = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("asks before the page closes until every change has been accepted", async () => {
	const client = new QueryClient();
	const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	expect(asks()).toBe(false);
	const changes = answers.map(({ promise }) => inOrder(client, () => promise));
	answers[0]?.resolve();
	await changes[0];
	expect(asks()).toBe(true);
	answers[1]?.reject(new Error("The server can't be reached."));
	await changes[1]?.catch(() => undefined);
	expect(asks()).toBe(false);
});

it("closes the page without asking for what nobody would miss", async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	const reading = inOrder(new QueryClient(), () => promise, { quiet: true });
	expect(asks()).toBe(false);
	resolve();
	await reading;
});
