import "./styles/app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CommandProvider, createCommandTable } from "./lib/commands.tsx";
import { createQueryClient, keys } from "./lib/query-client.ts";
import { createAppRouter } from "./router.tsx";

const queryClient = createQueryClient(() => {
	// Several requests may fail at once, and signing out makes some fail: the first report is enough.
	if (queryClient.getQueryData(keys.session) === null) return;
	queryClient.setQueryData(keys.session, null);
	const { pathname, href } = router.state.location;
	if (pathname !== "/auth") void router.navigate({ to: "/auth", search: { redirect: href } });
});
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
