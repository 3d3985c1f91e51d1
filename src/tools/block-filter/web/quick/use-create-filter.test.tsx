import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { rememberedChanges } from "#web/lib/undo/undo-stack.ts";
import type { FilterDraft } from "../../contract.ts";
import { filters } from "../base/api.ts";
import { useCreateFilter } from "./use-create-filter.ts";

let created: Promise<unknown> | undefined;

function Screen() {
	const { mutateAsync } = useCreateFilter(() => undefined);
	created = mutateAsync({ draft: {} as FilterDraft, alsoHere: false });
	return null;
}

it("names the mailbox of a new filter to Undo", async () => {
	const client = new QueryClient();
	vi.spyOn(filters, "createFilter").mockResolvedValue({ id: "filter", name: "Block", accountId: "work" } as never);
	renderToStaticMarkup(
		<QueryClientProvider client={client}>
			<Screen />
		</QueryClientProvider>,
	);
	await created;
	expect(rememberedChanges(client).map(({ change }) => change.mailboxes)).toEqual([["work"]]);
});
