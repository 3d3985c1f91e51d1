import { expect, it } from "vitest";
import { cardsOf } from "./cards.ts";
import type { Figures } from "./figures.ts";

const none = { count: 0, bytes: 0 };
const figures: Figures = {
	all: none,
	discarded: { count: 40, bytes: 90_000 },
	oldPromotions: none,
	oldEmails: none,
	oldBoth: none,
	large: [],
	copies: [],
	nearCopies: none,
	isClassifying: false,
};

it.each([
	[true, ["delete", "trash"]],
	[false, ["trash", "delete"]],
])("presets permanent deletion only where the mailbox allows it (%s)", (permanentDelete, cleanups) => {
	const [card] = cardsOf(figures, { archive: true, detach: true, permanentDelete });
	expect(card).toMatchObject({ type: "spam_trash", cleanups });
});

it.each([true, false])("offers to remove attachments only where emails can be added (%s)", (detach) => {
	const film = { count: 1, bytes: 6_000_000, isOldPromotion: false, isOld: false, isLarge: true };
	const cards = cardsOf({ ...figures, large: [film] }, { archive: true, detach, permanentDelete: true });
	expect(cards.find(({ type }) => type === "large_attachments")?.cleanups.includes("detach")).toBe(detach);
});

it.each([
	[60_000_000, "high"],
	[70_000_000, "medium"],
])("calls a cleanup high priority only where it frees a tenth of the space (of %i bytes: %s)", (bytes, priority) => {
	const film = { count: 1, bytes: 6_000_000, isOldPromotion: false, isOld: false, isLarge: true };
	const all = { count: 100, bytes };
	const cards = cardsOf({ ...figures, all, large: [film] }, { archive: true, detach: true, permanentDelete: true });
	expect(cards.find(({ type }) => type === "large_attachments")).toMatchObject({ priority });
});
