import { z } from "zod";
import type { Capability } from "#shared/capabilities/capability.ts";

/** For whom a capability is called, and what ends it early. Inside a transaction it is a part of that. */
export interface CapabilityCall {
	ownerId: string;
	signal: AbortSignal;
}

/** An implementation of a capability, which a module lists. */
export interface ProvidedCapability<Ctx> {
	capability: Capability;
	run(ctx: Ctx, call: unknown, input: unknown): Promise<unknown>;
}

interface Offer {
	/** Which one offers it. */
	module: string;
	run(call: unknown, input: unknown): Promise<unknown>;
}

/** What the modules of this server offer, by the capability's name. */
export type Capabilities = ReadonlyMap<string, Offer>;

/** Implements a capability. What `run` throws reaches the caller as it is. */
export function provide<Ctx, C extends Capability>(
	capability: C,
	run: (ctx: Ctx, call: CapabilityCall, input: z.output<C["input"]>) => Promise<z.input<C["result"]>>,
): ProvidedCapability<Ctx> {
	return { capability, run: run as ProvidedCapability<Ctx>["run"] };
}

/** Collects what modules offer. @param context read when a capability is called @throws Error when two offer the same */
export function createCapabilities<Ctx>(
	modules: readonly { name: string; capabilities?: readonly ProvidedCapability<Ctx>[] }[],
	context: () => Ctx,
): Capabilities {
	const offers = new Map<string, Offer>();
	for (const { name: module, capabilities = [] } of modules)
		for (const { capability, run } of capabilities) {
			if (offers.has(capability.name)) throw new Error(`Two modules offer the same capability: ${capability.name}`);
			offers.set(capability.name, { module, run: (call, input) => run(context(), call, input) });
		}
	return offers;
}

/** Calls a capability. @throws Error when input or result break the contract, and whatever the called module throws */
type CapabilityFunction<C extends Capability> = (
	call: CapabilityCall,
	input: z.input<C["input"]>,
) => Promise<z.output<C["result"]>>;

/** The function that a module offers under this contract; null: none does. */
export function capability<C extends Capability>(
	{ capabilities }: { capabilities: Capabilities },
	declared: C,
): CapabilityFunction<C> | null {
	const { name } = declared;
	const offer = capabilities.get(name);
	if (offer === undefined) return null;
	return async (call, given) => {
		const input = check(declared.input, given, `${name} of ${offer.module} was called with a wrong input`);
		const result = await offer.run(call, input);
		return check<C["result"]>(declared.result, result, `${offer.module} broke the contract of ${name}`);
	};
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, failure: string): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new Error(`${failure}: ${z.prettifyError(parsed.error)}`);
}
