import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import type * as signIn from "#shared/contracts/sign-in.ts";
import { signInContract } from "#shared/contracts/sign-in.ts?routes";
import { send } from "../api/api.ts";

export const signInApi = createClient<typeof signIn.signInContract>(signInContract, send);

/** Sign-in methods that the server offers. */
export const signInMethodsQuery = queryOptions({
	queryKey: ["sign-in-methods"],
	queryFn: ({ signal }) => signInApi.getSignInMethods({}, { signal }),
	staleTime: 5 * 60_000,
});
