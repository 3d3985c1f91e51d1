import { isSoak } from "#test/soak.ts";
import { bounceCorpus, bouncers, SOME } from "./bounce-corpus.ts";
import { type Person, people } from "./people.ts";
import { inRandomOrder } from "./play.ts";
import { repliers } from "./repliers.ts";

/**
 * Recipients of a simulated campaign, by address, in random order: first one for each report of the corpus (in
 * `npm test`, one of each kind), then people of the given kinds in turn.
 * @param reports false: no one answers with a report of the corpus
 */
export async function recipients(
	count: number,
	{ kinds = Object.keys(people), reports = true }: { kinds?: readonly string[]; reports?: boolean } = {},
): Promise<Map<string, Person>> {
	const all = bounceCorpus === null || !reports ? new Map<string, Person>() : await bouncers();
	const bounced = [...all].filter(([name]) => isSoak || SOME.includes(name));
	const list = Array.from({ length: count }, (_, index): [string, Person] => {
		const kind = kinds[index % kinds.length] ?? "";
		const [name, person] = bounced[index] ?? [kind, people[kind] ?? repliers[kind]];
		if (person === undefined) throw new Error(`There is nobody of kind ${kind}`);
		return [`${name}-${index}@example.net`, person];
	});
	return inRandomOrder(list);
}
