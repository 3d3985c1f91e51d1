import { createClient } from "#shared/contract.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { systemContract } from "#shared/contracts/system.ts";

export { ApiError } from "#shared/contract.ts";

/** Fetch with the session's cookie; tools pass it to `createClient` with their own contract. */
export function send(url: string, init: RequestInit): Promise<Response> {
	return fetch(url, { ...init, credentials: "same-origin" });
}

/**
 * The kernel's routes, typed by their contracts: `api.listEmails({ query: { folder: "inbox" } })`.
 * Every call rejects with `ApiError` (`code`, `status`, `message`, `problem.fields`) when the server does not agree.
 */
export const api = createClient(
	{ ...accountsContract, ...uploadsContract, ...emailsContract, ...jobsContract, ...plansContract, ...systemContract },
	send,
);
