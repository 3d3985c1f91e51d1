import { useEffect, useState } from "react";
import type { PublicPlan } from "#shared/contracts/pricing.ts";

export interface Offer {
	/** The operator's plans; empty: they have set none. */
	items: PublicPlan[];
	/** Plans can be paid for here. */
	hasPayment: boolean;
}

/** What the operator offers; null while it is loaded. Without the app's client, which visitors would have to load. */
export function useOffer(): { offer: Offer | null; hasFailed: boolean; retry: () => void } {
	const [offer, setOffer] = useState<Offer | null>(null);
	const [hasFailed, setFailed] = useState(false);
	useEffect(() => {
		if (hasFailed || offer !== null) return;
		const controller = new AbortController();
		fetchOffer(controller.signal).then(setOffer, () => !controller.signal.aborted && setFailed(true));
		return () => controller.abort();
	}, [hasFailed, offer]);
	return { offer, hasFailed, retry: () => setFailed(false) };
}

async function fetchOffer(signal: AbortSignal): Promise<Offer> {
	const response = await fetch("/api/v1/pricing", { headers: { accept: "application/json" }, signal });
	if (!response.ok) throw new Error(`The server answered with status ${response.status}`);
	return (await response.json()) as Offer;
}
