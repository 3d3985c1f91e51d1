import { monthNumbers } from "#shared/month-numbers.ts";
import { WEEKDAYS } from "#shared/weekdays.ts";

const NAMES = new Map<number, string[]>();
for (const [name, month] of monthNumbers) NAMES.set(month, [...(NAMES.get(month) ?? []), name]);

/** Days of the week and months, as in `things.ts`: each means itself alone. */
export const TIMES: readonly string[] = [
	...WEEKDAYS.map(([en, de, fr, es]) => `${en} | ${de}~${de === "samstag" ? ", sonnabend" : ""} | ${fr} | ${es}`),
	...[...NAMES.values()].map((names) => names.join(", ")),
];
