/** Fills the `{slots}` of authored text, so that one paragraph serves many recipients and dates. */

import { capitalize } from "#shared/capitalize.ts";
import { dateSlot } from "./clock.ts";
import type { Prng } from "./prng.ts";

/** A list to choose from, `#100-999` for an integer, or `£5-80` for an amount of money. */
export type SlotSpec = Readonly<Record<string, readonly string[] | string>>;

export type Fill = (text: string) => string;

function drawNumber(spec: string, random: Prng): string {
	const [low = 0, high = 0] = spec.slice(1).split("-").map(Number);
	if (spec.startsWith("#")) return String(random.int(low, high));
	if (high > 300) return `£${(random.int(low / 10, high / 10) * 10).toLocaleString("en-GB")}`;
	return `£${(random.int(low * 20, high * 20) / 20 + random.pick([0, 0, 0.04, -0.01])).toFixed(2)}`;
}

/**
 * A filler whose choices are constant across all its texts: `{order}` is one number in subject and body. `{item}`, `{item2}`,
 * `{item3}` are different entries of the same list; `{wd+3}` and similar are dates relative to `at`.
 * @throws for an unknown slot, which is an authoring mistake
 */
export function filler(specs: SlotSpec, random: Prng, at: number): Fill {
	const values = new Map<string, string>();
	const orders = new Map<string, string[]>();

	function draw(name: string, position: number): string {
		const spec = specs[name];
		if (spec === undefined) throw new Error(`The demo text names an unknown slot {${name}}`);
		if (typeof spec === "string") return drawNumber(spec, random);
		const order = orders.get(name) ?? random.shuffle(spec);
		orders.set(name, order);
		return order[(position - 1) % order.length] as string;
	}

	const fill: Fill = (text) =>
		text.replaceAll(
			/\{(?:(wd|w|dot|d|sl|m|y)([+-]\d+)|([a-z]+)(\d*))\}/g,
			(slot, unit, shift, name, position, offset) => {
				if (unit) return dateSlot(unit, Number(shift), at);
				const value = values.get(slot) ?? fill(draw(name, Number(position || 1)));
				values.set(slot, value);
				// Sentences start with a capital; user handles keep their spelling.
				const starts = offset === 0 || /[.?!] $/.test(text.slice(0, offset));
				return starts && name !== "user" ? capitalize(value) : value;
			},
		);
	return fill;
}
