import type { QueryClient } from "@tanstack/react-query";
import {
	createRootRouteWithContext,
	createRoute,
	createRouter,
	lazyRouteComponent,
	redirect,
} from "@tanstack/react-router";
import { authScreens } from "./auth/screens.ts";
import type { Screen } from "./lib/screens.ts";
import { sessionQuery } from "./lib/session.ts";
import { operatorScreens } from "./operator/screens.ts";
import { tools } from "./registry.ts";
import { settingsScreens } from "./settings/screens.ts";
import { CrashPage } from "./shell/crash-page.tsx";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { siteScreens } from "./site/screens.ts";

declare module "@tanstack/react-router" {
	interface StaticDataRouteOption {
		title?: string;
		/** `tool`: the rail stands beside it. */
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
	const site = [...siteScreens, ...authScreens].map((screen) => routeOf(screen, "site"));
	const ownScreens = [...settingsScreens, ...operatorScreens];
	const app = [...tools.flatMap((tool) => tool.screens), ...ownScreens].map((screen) => routeOf(screen, "tool"));
	return createRouter({
		routeTree: rootRoute.addChildren([...site, ...app]),
		context: { queryClient },
		defaultPreload: "intent",
		defaultErrorComponent: CrashPage,
		defaultNotFoundComponent: NotFoundPage,
		scrollRestoration: true,
	});
}
