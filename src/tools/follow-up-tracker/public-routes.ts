import { z } from "zod";

/** Routes of the links in campaign messages. */
export const publicRoutes = {
	followCampaignLink: {
		method: "GET",
		path: "/links/{token}",
		access: "public",
		summary: "Follow a tracked link of a campaign message",
		params: z.object({ token: z.string().max(512) }),
		raw: "text/html",
	},
	showCampaignPixel: {
		method: "GET",
		path: "/opens/{token}",
		access: "public",
		summary: "The invisible picture of a campaign message whose opens are tracked",
		params: z.object({ token: z.string().max(512) }),
		raw: "image/gif",
	},
	showCampaignOptOut: {
		method: "GET",
		path: "/unsubscribe/{token}",
		access: "public",
		summary: "The page where recipients of a campaign unsubscribe; it changes nothing",
		params: z.object({ token: z.string().max(512) }),
		raw: "text/html",
	},
	optOutOfCampaigns: {
		method: "POST",
		path: "/unsubscribe/{token}",
		access: "public",
		needsSpace: false,
		summary: "Unsubscribe a recipient from all campaigns of the sender (RFC 8058)",
		params: z.object({ token: z.string().max(512) }),
		raw: "text/html",
	},
} as const;
