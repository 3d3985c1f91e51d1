import type { Context } from "#server/identity/auth/context.ts";
import type { Capabilities } from "#server/platform/capabilities/capabilities.ts";
import type { Capability } from "#shared/capabilities/capability.ts";

type Offer = NonNullable<ReturnType<Capabilities["get"]>>;

/** Replaces what a module offers to others while `work` runs. @param replace null: no module offers it */
export async function withCapability(
	{ capabilities }: Pick<Context, "capabilities">,
	{ name }: Pick<Capability, "name">,
	replace: ((run: Offer["run"]) => Offer["run"]) | null,
	work: () => Promise<void>,
): Promise<void> {
	const offers = capabilities as Map<string, Offer>;
	const offer = offers.get(name);
	if (offer === undefined) throw new Error(`No module offers ${name}`);
	if (replace === null) offers.delete(name);
	else offers.set(name, { ...offer, run: replace(offer.run) });
	try {
		await work();
	} finally {
		offers.set(name, offer);
	}
}
