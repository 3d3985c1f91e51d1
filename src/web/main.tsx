import "./styles/app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CommandProvider, createCommandTable } from "./lib/commands.tsx";
import { createQueryClient } from "./lib/query-client.ts";
import { sessionQuery } from "./lib/session.ts";
import { createAppRouter } from "./router.tsx";

const queryClient = createQueryClient(() => void leaveIfSignedOut());

/** A request was refused: when the session is really over, the person signs in again and comes back to this place. */
async function leaveIfSignedOut(): Promise<void> {
	// Several requests may fail at once, and signing out makes some fail: the first report is enough.
	if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
	const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
	if (session !== null) return;
	const { pathname, href } = router.state.location;
	if (pathname !== "/auth") await router.navigate({ to: "/auth", search: { redirect: href } });
}

const router = createAppRouter(queryClient);
const root = document.getElementById("root");
if (!root) throw new Error("index.html must have an element with the id root");

createRoot(root).render(
	<StrictMode>
		<QueryClientProvider client={queryClient}>
			<CommandProvider table={createCommandTable()}>
				<RouterProvider router={router} />
			</CommandProvider>
		</QueryClientProvider>
	</StrictMode>,
);
