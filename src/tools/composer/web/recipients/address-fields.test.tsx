import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { sendersQuery } from "../base/api.ts";
import { AddressFields } from "./address-fields.tsx";

it("asks for a mailbox where the draft's was removed", () => {
	const client = new QueryClient();
	const sender = { accountId: "work", name: "work", email: "ann@example.org", obstacle: null, isLocal: false };
	client.setQueryData(sendersQuery.queryKey, [sender] as never);
	const content = { accountId: "0190a000-removed", to: [], cc: [], bcc: [], subject: "" };
	const page = renderToStaticMarkup(
		<QueryClientProvider client={client}>
			<AddressFields
				edited={{ content, change: () => undefined } as never}
				isAnswer={false}
				suppressed={[]}
				recipients={[]}
				onSender={async () => undefined}
				focus="body"
			/>
		</QueryClientProvider>,
	);
	expect(page).toContain("Choose a mailbox");
	expect(page).not.toContain("0190a000-removed");
});
