import { useCallback, useEffect, useState } from "react";
import { createClient } from "#shared/client.ts";
import type { PublicPlan, pricingContract } from "#shared/contracts/pricing.ts";
import { pricingContract as routes } from "#shared/contracts/pricing.ts?routes";
import { send } from "#web/lib/api.ts";

const pricing = createClient<typeof pricingContract>(routes, send);

export interface Offer {
	/** The operator's plans; empty: they have set none. */
	plans: PublicPlan[];
	/** Plans can be paid for here. */
	hasPayment: boolean;
}

/** What the operator offers, without the app's queries: the public pages have none. */
export function useOffer(): { offer: Offer | null; error: unknown; retry: () => void } {
	const [state, setState] = useState<{ offer: Offer | null; error: unknown }>({ offer: null, error: null });
	const [attempt, setAttempt] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again
	useEffect(() => {
		const controller = new AbortController();
		pricing.listPlansOffered({}, { signal: controller.signal }).then(
			({ items, hasPayment }) => setState({ offer: { plans: items, hasPayment }, error: null }),
			(error: unknown) => !controller.signal.aborted && setState({ offer: null, error }),
		);
		return () => controller.abort();
	}, [attempt]);
	const retry = useCallback(() => {
		setState({ offer: null, error: null });
		setAttempt((n) => n + 1);
	}, []);
	return { ...state, retry };
}
