import { monthNumbers } from "#shared/month-numbers.ts";

const NAMES = new Map<number, string[]>();
for (const [name, month] of monthNumbers) NAMES.set(month, [...(NAMES.get(month) ?? []), name]);

/** Days of the week and months, as in `things.ts`: each means itself alone. */
export const TIMES: readonly string[] = [
	"monday | montag~ | lundi | lunes",
	"tuesday | dienstag~ | mardi | martes",
	"wednesday | mittwoch~ | mercredi | miércoles",
	"thursday | donnerstag~ | jeudi | jueves",
	"friday | freitag~ | vendredi | viernes",
	"saturday | samstag~, sonnabend | samedi | sábado",
	"sunday | sonntag~ | dimanche | domingo",
	...[...NAMES.values()].map((names) => names.join(", ")),
];
