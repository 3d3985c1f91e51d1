import { z } from "zod";
import { defineContract } from "../contract.ts";

const person = z.object({
	id: z.uuid(),
	/** Empty: unknown. */
	name: z.string(),
	/** Registrable domain; empty for addresses at mail providers for everybody. */
	organization: z.string(),
	/** Most recently used first. */
	addresses: z.array(z.string()),
	receivedCount: z.number(),
	sentCount: z.number(),
	firstContactAt: z.string(),
	lastContactAt: z.string(),
	/** Probably a program. */
	isAutomated: z.boolean(),
});

export const peopleContract = defineContract({
	listPeople: {
		method: "GET",
		path: "/api/v1/people",
		scope: "mail:read",
		summary: "List people the user corresponds with, most recent contact first",
		query: z.object({
			/** Part of a name, address or organization. */
			q: z.string().max(200).optional(),
			automated: z.stringbool().default(false),
			cursor: z.string().max(200).optional(),
			limit: z.coerce.number().int().min(1).max(200).default(50),
		}),
		reply: z.object({ items: z.array(person), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	findUsualAddress: {
		method: "GET",
		path: "/api/v1/people/usual-address",
		scope: "mail:read",
		summary: "Find the address the user writes to that another one is easily mistaken for",
		query: z.object({ address: z.string().trim().min(1).max(400) }),
		/** Null: none, or the user has written to this address. */
		reply: z.object({ usual: z.string().nullable() }),
	},
});
