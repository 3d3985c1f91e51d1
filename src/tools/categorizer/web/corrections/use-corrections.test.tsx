import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { rememberedChanges } from "#web/lib/undo/undo-stack.ts";
import { categorizer } from "../base/api.ts";
import { useCorrect } from "./use-corrections.ts";

let corrected: Promise<void> | undefined;

function Screen() {
	const { correct } = useCorrect();
	corrected = correct({ type: "message", emailId: "email" }, "updates");
	return null;
}

it("names the mailbox of a correction to Undo", async () => {
	const client = new QueryClient();
	const correction = { id: "correction", accountId: "work", name: "Plans" };
	vi.spyOn(categorizer, "correctCategory").mockResolvedValue({ correction, moved: 1, job: null } as never);
	renderToStaticMarkup(
		<QueryClientProvider client={client}>
			<Screen />
		</QueryClientProvider>,
	);
	await corrected;
	expect(rememberedChanges(client).map(({ change }) => change.mailboxes)).toEqual([["work"]]);
});
