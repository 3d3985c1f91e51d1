import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { sessionQuery } from "#web/lib/session/session.ts";
import { MAX_BODY } from "../../limits.ts";
import { composer } from "../base/api.ts";
import { loadDraft } from "./start-draft.ts";
import { isTooLong, requireSavable } from "./too-long.ts";
import { keepUnsaved } from "./unsaved-drafts.ts";

it("loads a draft with what was too long to be saved", async () => {
	const client = new QueryClient();
	client.setQueryData(sessionQuery.queryKey, { user: { id: "ann" } } as never);
	const draft = { id: "draft", text: "Hello", version: 3 };
	const unsaved = { text: "A".repeat(MAX_BODY + 1), version: 3, saver: { id: "tab", sequence: 1 } };
	keepUnsaved("ann", "draft", unsaved);
	vi.spyOn(composer, "getDraft").mockResolvedValue(draft as never);
	const refused = vi.spyOn(composer, "updateDraft").mockRejectedValue(new Error("too long"));
	expect(await loadDraft(client, "draft")).toEqual({ ...draft, unsaved });
	refused.mockResolvedValue({} as never);
	expect(await loadDraft(client, "draft")).toEqual(draft);
});

it("sends no text that the server would refuse", () => {
	expect(() => requireSavable({ html: "A".repeat(MAX_BODY), text: "A" })).not.toThrow();
	let refusal: unknown;
	try {
		requireSavable({ text: "A".repeat(MAX_BODY + 1) });
	} catch (error) {
		refusal = error;
	}
	expect(isTooLong(refusal)).toBe(true);
});
