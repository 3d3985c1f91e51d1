import { useQuery } from "@tanstack/react-query";
import { operatorApi, operatorKeys } from "./api.ts";

/** The pricing plans in the order of the pricing page. */
export function usePlans() {
	return useQuery({
		queryKey: operatorKeys.plans,
		queryFn: async ({ signal }) => (await operatorApi.listPricingPlans({}, { signal })).items,
	});
}
