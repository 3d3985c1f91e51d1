import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import type { DraftContent } from "../../contract.ts";
import { useContentActions } from "./use-content-actions.ts";

const shown = vi.hoisted(() => [] as { title: string; undo?: () => Promise<void> }[]);
vi.mock("#web/ui/toast/toast.ts", () => ({
	toast: (one: (typeof shown)[number]) => shown.push(one),
	dismissToast: () => undefined,
}));
/** Questions that were asked, and the answer to all of them. */
const asked = vi.hoisted(() => ({ questions: [] as { title: string }[], answer: true }));
vi.mock("#web/ui/overlay/confirm.ts", () => ({
	confirm: async (question: { title: string }) => {
		asked.questions.push(question);
		return asked.answer;
	},
}));

const written = { html: "<p><b>Bold</b></p>", text: "Bold", quote: { html: "<p>Hi</p>", text: "Hi" } };
let content: DraftContent;
let actions: ReturnType<typeof useContentActions>;

function Composer() {
	const change = (part: Partial<DraftContent>) => {
		content = { ...content, ...part };
	};
	actions = useContentActions({ change, current: () => content, isTooLarge: false }, null);
	return null;
}

beforeEach(() => {
	shown.length = 0;
	asked.questions.length = 0;
	content = written as DraftContent;
	renderToStaticMarkup(
		<QueryClientProvider client={new QueryClient()}>
			<Composer />
		</QueryClientProvider>,
	);
});

it("offers to take back the switch to plain text", async () => {
	actions.toggleFormat();
	expect(content).toMatchObject({ html: null, quote: { html: null } });
	expect(shown).toMatchObject([{ title: "Switched to plain text" }]);
	await shown[0]?.undo?.();
	expect(content).toEqual(written);
	expect(asked.questions).toEqual([]);
});

it("asks before taking it back removes what was written since", async () => {
	actions.toggleFormat();
	content = { ...content, text: "Bold words" };
	asked.answer = false;
	await shown[0]?.undo?.();
	expect(content.text).toBe("Bold words");
	asked.answer = true;
	await shown[0]?.undo?.();
	expect(content).toEqual(written);
});

it("offers to bring back the quoted text", async () => {
	actions.removeQuote();
	expect(content.quote).toBeNull();
	await shown[0]?.undo?.();
	expect(content.quote).toEqual(written.quote);
});
