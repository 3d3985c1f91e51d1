import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { handleSessionEvents } from "./auth/handle-session-events.ts";
import { checkSessionWith } from "./lib/api/ended-session.ts";
import { createQueryClient, keys } from "./lib/api/query-client.ts";
import { CommandProvider, createCommandTable } from "./lib/screens/commands.tsx";
import { fetchSession, type Session } from "./lib/session/session.ts";
import { createAppRouter } from "./router.tsx";
import { CrashPage } from "./shell/crash-page.tsx";
import { ErrorBoundary } from "./ui/state/error-boundary.tsx";

/**
 * The whole app: every route, in the shell.
 * @param session the current session, if already known
 */
export function createApp(session?: Session): { element: ReactElement; router: ReturnType<typeof createAppRouter> } {
	const queryClient = createQueryClient();
	checkSessionWith(async () => {
		// Several requests may be refused at once, and signing out makes some fail: those need no answer.
		if (!queryClient.getQueryData(keys.session)) return false;
		return (await fetchSession(queryClient)) !== null;
	});
	if (session !== undefined) queryClient.setQueryData(keys.session, session);
	const router = createAppRouter(queryClient);
	handleSessionEvents(queryClient, router);
	const element = (
		<ErrorBoundary fallback={(error) => <CrashPage error={error} />}>
			<QueryClientProvider client={queryClient}>
				<CommandProvider table={createCommandTable()}>
					<RouterProvider router={router} />
				</CommandProvider>
			</QueryClientProvider>
		</ErrorBoundary>
	);
	return { element, router };
}
