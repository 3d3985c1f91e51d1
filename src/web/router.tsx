import type { QueryClient } from "@tanstack/react-query";
import {
	createRootRouteWithContext,
	createRoute,
	createRouter,
	lazyRouteComponent,
	redirect,
} from "@tanstack/react-router";
import { siteArea, toolArea } from "./app-screens.ts";
import type { Screen } from "./lib/screens.ts";
import { sessionQuery } from "./lib/session.ts";
import { CrashPage } from "./shell/crash-page.tsx";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { Shell } from "./shell/shell.tsx";

declare module "@tanstack/react-router" {
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

function routeOf(screen: Screen, area: "tool" | "site") {
	return createRoute({
		getParentRoute: () => rootRoute,
		path: screen.path,
		component: lazyRouteComponent(screen.load),
		staticData: { title: screen.title, area },
		validateSearch: screen.search,
		beforeLoad: async ({ context, location }) => {
			if (screen.guarded === false || area === "site") return;
			const session = await context.queryClient.ensureQueryData(sessionQuery);
			if (session === null) throw redirect({ to: "/auth", search: { redirect: location.href } });
		},
	});
}

/** All routes: the public site, sign-in, and every registered tool's screens. */
export function createAppRouter(queryClient: QueryClient) {
	const site = siteArea.map((screen) => routeOf(screen, "site"));
	const app = toolArea.map((screen) => routeOf(screen, "tool"));
	return createRouter({
		routeTree: rootRoute.addChildren([...site, ...app]),
		context: { queryClient },
		defaultPreload: "intent",
		defaultErrorComponent: CrashPage,
		defaultNotFoundComponent: NotFoundPage,
		scrollRestoration: true,
	});
}
