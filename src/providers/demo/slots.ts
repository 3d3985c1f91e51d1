/** Fills the `{slots}` of authored text, so that one paragraph serves many recipients and dates. */

import { capitalize } from "#shared/capitalize.ts";
import { dateSlot } from "./clock.ts";
import type { Prng } from "./prng.ts";

/** A list to choose from, `#100-999` for an integer, or `£5-80` for an amount of money. */
export type SlotSpec = Record<string, readonly string[] | string>;

export type Fill = (text: string) => string;

/**
 * A filler whose choices are constant across all its texts: `{order}` is one number in subject and body. `{item}`, `{item2}`,
 * `{item3}` are different entries of the same list; `{wd+3}` and similar are dates relative to `at`.
 * @throws for an unknown slot, which is an authoring mistake
 */
export function filler(specs: SlotSpec, random: Prng, at: number): Fill {
	const bound = new Map<string, string>();
	const orders = new Map<string, string[]>();

	const draw = (name: string, position: number): string => {
		const spec = specs[name];
		if (spec === undefined) throw new Error(`The demo text names an unknown slot {${name}}`);
		if (typeof spec !== "string") {
			const order = orders.get(name) ?? random.shuffle(spec);
			orders.set(name, order);
			return order[(position - 1) % order.length] as string;
		}
		const [low, high] = spec.slice(1).split("-").map(Number) as [number, number];
		if (spec.startsWith("#")) return String(random.int(low, high));
		if (high > 300) return `£${(random.int(low / 10, high / 10) * 10).toLocaleString("en-GB")}`;
		return `£${(random.int(low * 20, high * 20) / 20 + random.pick([0, 0, 0.04, -0.01])).toFixed(2)}`;
	};

	const fill: Fill = (text) =>
		text.replaceAll(/\{(?:(wd|w|dot|d|sl|m|y)([+-]\d+)|([a-z]+)(\d*))\}/g, (_, unit, shift, name, position, offset) => {
			if (unit) return dateSlot(unit, Number(shift), at);
			const slot = `${name}${position}`;
			let value = bound.get(slot);
			if (value === undefined) {
				value = fill(draw(name, position === "" ? 1 : Number(position)));
				bound.set(slot, value);
			}
			// Sentences start with a capital; user handles keep their spelling.
			const starts = offset === 0 || /[.?!] $/.test(text.slice(0, offset));
			return starts && name !== "user" ? capitalize(value) : value;
		});
	return fill;
}
