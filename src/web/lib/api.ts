import { ApiError, createClient } from "#shared/client.ts";
import type * as accounts from "#shared/contracts/accounts.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts?routes";
import type * as emails from "#shared/contracts/emails.ts";
import { emailsContract } from "#shared/contracts/emails.ts?routes";
import type * as jobs from "#shared/contracts/jobs.ts";
import { jobsContract } from "#shared/contracts/jobs.ts?routes";
import type * as plans from "#shared/contracts/plans.ts";
import { plansContract } from "#shared/contracts/plans.ts?routes";
import type * as system from "#shared/contracts/system.ts";
import { systemContract } from "#shared/contracts/system.ts?routes";
import { sayDamaged } from "./damaged-rows.ts";

export { ApiError };

/** Messages of a refused request by field; empty where the error is about no field. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
	return error instanceof ApiError ? (error.problem.fields ?? {}) : {};
}

/** Fetch with the session cookie; tools pass it to `createClient` with their own contract. */
export async function send(url: string, init: RequestInit): Promise<Response> {
	const response = await fetch(url, { ...init, credentials: "same-origin" });
	sayDamaged(url, response.headers);
	return response;
}

type Kernel = typeof accounts.accountsContract &
	typeof accounts.uploadsContract &
	typeof emails.emailsContract &
	typeof jobs.jobsContract &
	typeof plans.plansContract &
	typeof system.systemContract;

/**
 * The kernel's routes, typed by their contracts: `api.listEmails({ query: { folder: "inbox" } })`.
 * Every call rejects with `ApiError` (`code`, `status`, `message`, `problem.fields`) on failure.
 */
export const api = createClient<Kernel>(
	{ ...accountsContract, ...uploadsContract, ...emailsContract, ...jobsContract, ...plansContract, ...systemContract },
	send,
);
