import { definePages } from "#web/lib/screens/screens.ts";

/** The operator's pages. */
export const operatorScreens = definePages([
	{ path: "/operator", title: "Operator", load: () => import("./overview-page.tsx") },
	{ path: "/operator/jobs", title: "Jobs · Operator", load: () => import("./jobs-page.tsx") },
	{ path: "/operator/mail", title: "Outgoing mail · Operator", load: () => import("./mail-page.tsx") },
	{ path: "/operator/sign-in", title: "Sign-in · Operator", load: () => import("./sign-in-page.tsx") },
	{ path: "/operator/users", title: "Users · Operator", load: () => import("./users-page.tsx") },
	{ path: "/operator/plans", title: "Plans · Operator", load: () => import("./plans-page.tsx") },
	{ path: "/operator/brand", title: "Brand · Operator", load: () => import("./brand-page.tsx") },
	{ path: "/operator/messages", title: "Messages · Operator", load: () => import("./messages-page.tsx") },
]);
