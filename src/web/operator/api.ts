import { createClient } from "#shared/client.ts";
import type * as brand from "#shared/contracts/brand.ts";
import { brandContract } from "#shared/contracts/brand.ts?routes";
import type * as contact from "#shared/contracts/contact.ts";
import { contactContract } from "#shared/contracts/contact.ts?routes";
import type * as operator from "#shared/contracts/operator.ts";
import { operatorContract } from "#shared/contracts/operator.ts?routes";
import type * as pricing from "#shared/contracts/pricing.ts";
import { pricingContract } from "#shared/contracts/pricing.ts?routes";
import { send } from "#web/lib/api/api.ts";

type Routes = typeof operator.operatorContract &
	typeof brand.brandContract &
	typeof contact.contactContract &
	typeof pricing.pricingContract;

/** API client for the operator's routes. */
export const operatorApi = createClient<Routes>(
	{ ...operatorContract, ...brandContract, ...contactContract, ...pricingContract },
	send,
);

export const operatorKeys = {
	overview: ["operator", "overview"],
	storage: ["operator", "storage"],
	jobs: ["operator", "jobs"],
	subscribers: ["operator", "subscribers"],
	mail: ["operator", "mail"],
	oauth: ["operator", "oauth"],
	messages: ["operator", "messages"],
	invitations: ["operator", "invitations"],
	plans: ["operator", "plans"],
	users: ["operator", "users"],
	brand: ["operator", "brand"],
} as const;
