import { z } from "zod";
import { defineContract } from "../contract.ts";

/** A limit of a plan; null: unlimited. */
const limit = z.number().int().min(0).max(1_000_000_000).nullable();

const limits = z.object({
	/** Mailboxes connected by OAuth or IMAP; the demo and imported files do not count. */
	mailboxes: limit,
	/** AI personalizations per calendar month (UTC). */
	aiPersonalizations: limit,
	/** Validated addresses per calendar month (UTC). */
	validations: limit,
});

const publicPlan = z.object({
	id: z.uuid(),
	name: z.string(),
	/** As shown: "Free", "$2". */
	price: z.string(),
	/** Shown after the price. */
	period: z.string(),
	description: z.string(),
	features: z.array(z.string()),
	limits,
	/** The plan of users to whom none is assigned. */
	isDefault: z.boolean(),
	/** The price is for one mailbox, and as many can be connected as are paid for. */
	isPerMailbox: z.boolean(),
	/** It can be paid for here. */
	canBuy: z.boolean(),
});
export type PublicPlan = z.infer<typeof publicPlan>;

export const pricingPlan = publicPlan.omit({ canBuy: true }).extend({
	/** Order on the pricing page. */
	position: z.number(),
	/** Users to whom it is assigned. */
	users: z.number(),
	/** Stripe's id of the price; null: the plan can't be bought. */
	stripePriceId: z.string().nullable(),
});
export type PricingPlan = z.infer<typeof pricingPlan>;

const line = (max: number) => z.string().trim().max(max);

const planInput = z.object({
	name: line(60).min(1, "Enter a name."),
	price: line(40).min(1, "Enter a price, such as Free or $2."),
	period: line(80).default(""),
	description: line(300).default(""),
	features: z.array(line(120).min(1)).max(40).default([]),
	limits,
	position: z.number().int().min(1).max(1000).default(1),
	isDefault: z.boolean().default(false),
	stripePriceId: z
		.string()
		.trim()
		.max(200)
		.regex(/^price_\w+$/, "Enter the id of a price, which begins with price_.")
		.nullable()
		.default(null),
	isPerMailbox: z.boolean().default(false),
});
export type PlanInput = z.output<typeof planInput>;

const used = z.object({ used: z.number(), limit });

export const planUsage = z.object({
	/** Null: the operator offers no plans, or none is the default. */
	plan: z.object({ id: z.uuid(), name: z.string() }).nullable(),
	mailboxes: used,
	aiPersonalizations: used,
	validations: used,
	/** When the monthly limits are renewed. */
	renewedAt: z.string(),
});
export type PlanUsage = z.infer<typeof planUsage>;

export const operatorUser = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	createdAt: z.string(),
	/** The plan assigned to the user; null: the default plan. */
	planId: z.uuid().nullable(),
});
export type OperatorUser = z.infer<typeof operatorUser>;

const id = z.object({ id: z.uuid() });
const asOperator = "operator" as const;

export const pricingContract = defineContract({
	listPlansOffered: {
		method: "GET",
		path: "/api/v1/pricing",
		summary: "List the plans of the pricing page; none: the operator has set none",
		access: "public",
		reply: z.object({
			items: z.array(publicPlan),
			/** Plans can be paid for here. */
			hasPayment: z.boolean(),
		}),
	},
	getPlanUsage: {
		method: "GET",
		path: "/api/v1/usage",
		summary: "Get your plan, its limits and what you have used",
		scope: "mail:read",
		reply: planUsage,
	},
	listPricingPlans: {
		method: "GET",
		path: "/api/v1/operator/pricing-plans",
		summary: "List pricing plans with the number of their users",
		access: asOperator,
		reply: z.object({ items: z.array(pricingPlan) }),
	},
	createPricingPlan: {
		method: "POST",
		path: "/api/v1/operator/pricing-plans",
		summary: "Add a pricing plan",
		access: asOperator,
		body: planInput,
		reply: id,
		status: 201,
		problems: ["plan-name-taken", "too-many-plans"],
	},
	updatePricingPlan: {
		method: "PUT",
		path: "/api/v1/operator/pricing-plans/{id}",
		summary: "Change a pricing plan; lower limits disconnect and delete nothing",
		access: asOperator,
		params: id,
		body: planInput,
		problems: ["plan-name-taken"],
	},
	deletePricingPlan: {
		method: "DELETE",
		path: "/api/v1/operator/pricing-plans/{id}",
		summary: "Delete a pricing plan that no user has",
		access: asOperator,
		params: id,
		problems: ["plan-in-use"],
	},
	listUsers: {
		method: "GET",
		path: "/api/v1/operator/users",
		summary: "List users with their plans, by email address",
		access: asOperator,
		query: z.object({
			/** Part of a name or an email address. */
			q: z.string().max(200).optional(),
			/** The last email address of the previous page. */
			after: z.string().max(320).optional(),
			limit: z.coerce.number().int().min(1).max(200).default(50),
		}),
		reply: z.object({ items: z.array(operatorUser), nextAfter: z.string().nullable() }),
	},
	setUserPlan: {
		method: "PUT",
		path: "/api/v1/operator/users/{id}/plan",
		summary: "Assign a plan to a user; null: the default plan",
		access: asOperator,
		params: z.object({ id: z.string().max(200) }),
		body: z.object({ planId: z.uuid().nullable() }),
	},
});
