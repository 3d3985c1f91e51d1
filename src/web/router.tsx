import type { QueryClient } from "@tanstack/react-query";
import {
	createRootRouteWithContext,
	createRoute,
	createRouter,
	lazyRouteComponent,
	type ResolveFullPath,
	type ResolveId,
	type Route,
	redirect,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { siteArea, toolArea } from "./app-screens.ts";
import { accountsQuery } from "./lib/mailbox/accounts.ts";
import type { Screen } from "./lib/screens/screens.ts";
import { sessionQuery } from "./lib/session/session.ts";
import { CrashPage } from "./shell/crash-page.tsx";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { Shell } from "./shell/shell.tsx";

declare module "@tanstack/react-router" {
	interface Register {
		router: ReturnType<typeof createAppRouter>;
	}
	interface StaticDataRouteOption {
		title?: string;
		/** `tool`: shown next to the rail. */
		area?: "tool" | "site";
	}
}

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
	component: Shell,
	errorComponent: CrashPage,
	notFoundComponent: NotFoundPage,
});

/** The route of a screen, with its path and search parameters, which `Link` and `navigate` check. */
type RouteOf<S extends Screen> = S extends Screen
	? Route<
			unknown,
			typeof rootRoute,
			S["path"],
			ResolveFullPath<typeof rootRoute, S["path"]>,
			string,
			ResolveId<typeof rootRoute, string, S["path"]>,
			S extends { search: infer Search } ? Search : undefined
		>
	: never;

function routeOf(screen: Screen, area: "tool" | "site") {
	return createRoute({
		getParentRoute: () => rootRoute,
		path: screen.path,
		component: lazyRouteComponent(screen.load as () => Promise<{ default: ComponentType }>),
		staticData: { title: screen.title, area },
		validateSearch: screen.search,
		beforeLoad: async ({ context, location }) => {
			if (screen.guarded === false || area === "site") return;
			// Meanwhile; the component's own import reports a failure.
			void screen.load().catch(() => undefined);
			const session = await context.queryClient.ensureQueryData(sessionQuery);
			if (session === null) throw redirect({ to: "/auth", search: { redirect: location.href } });
			// Every tool needs them; the page asks only once it is rendered.
			void context.queryClient.prefetchQuery({ ...accountsQuery, staleTime: Number.POSITIVE_INFINITY });
		},
	});
}

/** Each route keeps the type of its screen, which `createRoute` cannot derive from a union. */
function routesOf<S extends Screen>(screens: readonly S[], area: "tool" | "site"): RouteOf<S>[] {
	return screens.map((screen) => routeOf(screen, area)) as unknown as RouteOf<S>[];
}

/** All routes: the public site, sign-in, and every registered tool's screens. */
export function createAppRouter(queryClient: QueryClient) {
	return createRouter({
		routeTree: rootRoute.addChildren([...routesOf(siteArea, "site"), ...routesOf(toolArea, "tool")]),
		context: { queryClient },
		defaultPreload: "intent",
		defaultErrorComponent: CrashPage,
		defaultNotFoundComponent: NotFoundPage,
		scrollRestoration: true,
	});
}
