import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { CommandProvider, createCommandTable } from "./lib/commands.tsx";
import { createQueryClient, keys } from "./lib/query-client.ts";
import type { Session } from "./lib/session.ts";
import { createAppRouter } from "./router.tsx";

/**
 * The whole app: every route, in the shell.
 * @param session who is signed in, where that is known already
 */
export function createApp(session?: Session): { element: ReactElement; router: ReturnType<typeof createAppRouter> } {
	const queryClient = createQueryClient(() => {
		// Several requests may fail at once, and signing out makes some fail: the first report is enough.
		if (queryClient.getQueryData(keys.session) === null) return;
		queryClient.setQueryData(keys.session, null);
		const { pathname, href } = router.state.location;
		if (pathname !== "/auth") void router.navigate({ to: "/auth", search: { redirect: href } });
	});
	if (session !== undefined) queryClient.setQueryData(keys.session, session);
	const router = createAppRouter(queryClient);
	const element = (
		<QueryClientProvider client={queryClient}>
			<CommandProvider table={createCommandTable()}>
				<RouterProvider router={router} />
			</CommandProvider>
		</QueryClientProvider>
	);
	return { element, router };
}
