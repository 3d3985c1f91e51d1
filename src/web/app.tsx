import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { followSession } from "./auth/follow-session.ts";
import { CommandProvider, createCommandTable } from "./lib/commands.tsx";
import { createQueryClient, keys } from "./lib/query-client.ts";
import { type Session, sessionQuery } from "./lib/session.ts";
import { createAppRouter } from "./router.tsx";
import { CrashPage } from "./shell/crash-page.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";

/**
 * The whole app: every route, in the shell.
 * @param session the current session, if already known
 */
export function createApp(session?: Session): { element: ReactElement; router: ReturnType<typeof createAppRouter> } {
	const queryClient = createQueryClient(() => {
		// Several requests may fail at once, and signing out makes some fail: handle only the first.
		if (queryClient.getQueryData(keys.session) === null) return;
		// A request was unauthorized: check whether the session has ended; `followSession` does the rest.
		void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
	});
	if (session !== undefined) queryClient.setQueryData(keys.session, session);
	const router = createAppRouter(queryClient);
	followSession(queryClient, router);
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
