import { useState } from "react";
import { createClient } from "#shared/client.ts";
import type { billingContract } from "#shared/contracts/billing.ts";
import { billingContract as routes } from "#shared/contracts/billing.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";

const billing = createClient<typeof billingContract>(routes, send);

/** Opens the payment page at Stripe. */
export default function UpgradeButton({ planId, name }: { planId: string; name: string }) {
	const [isBusy, setBusy] = useState(false);
	const open = async () => {
		setBusy(true);
		try {
			const { url } = await billing.startCheckout({ body: { planId } });
			location.assign(url);
		} catch (cause) {
			setBusy(false);
			toast({ title: t.pricing.couldntUpgrade, description: (cause as Error).message, tone: "destructive" });
		}
	};
	return (
		<Button variant="primary" size="large" wide busy={isBusy} onClick={() => void open()}>
			{t.pricing.upgrade(name)}
		</Button>
	);
}
