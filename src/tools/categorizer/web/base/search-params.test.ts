import { expect, it } from "vitest";
import { readSearchParams } from "./search-params.ts";

it("reads the category, the view and one sender from the URL", () => {
	const sender = { sender: "list:dev.example.org", mailbox: "a1" };
	expect(readSearchParams({ category: "promotions", view: "senders", folders: 1, archived: true, ...sender })).toEqual({
		category: "promotions",
		view: "senders",
		folders: true,
		archived: true,
		...sender,
	});
});

it("drops defaults, unknown values, and a sender without its mailbox", () => {
	expect(
		readSearchParams({
			category: "nonsense",
			view: "emails",
			folders: false,
			archived: "yes",
			sender: "ann@example.org",
		}),
	).toEqual({});
});
