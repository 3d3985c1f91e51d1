import { RateLimited, Unavailable, Unsupported } from "#server/mailbox/provider-errors.ts";
import type { GmailApi, Manner } from "./api.ts";
import { GmailRefusal } from "./refusals.ts";
import { label, labelList } from "./resources.ts";

/** The labels that a person made. Nested ones have `/` in their names. */
export interface Labels {
	/** Asks Gmail for them. @returns every label's id, Gmail's own included */
	refresh(manner: Manner): Promise<string[]>;
	/** Names of those that the person made, by id, as they were when they were last asked for. */
	own(manner: Manner): Promise<ReadonlyMap<string, string>>;
	/** Names of those among these; the list is renewed when one is not known. */
	namesOf(labelIds: readonly string[], manner: Manner): Promise<string[]>;
	/** Ids of labels that are there. */
	find(names: readonly string[], manner: Manner): Promise<string[]>;
	/** Ids, made where there are none. @throws Unsupported for a name that Gmail does not take */
	ensure(names: readonly string[], manner: Manner): Promise<string[]>;
}

export function createLabels(api: GmailApi): Labels {
	let names: Map<string, string> | null = null;
	let all = new Set<string>();

	async function refresh(manner: Manner): Promise<string[]> {
		const { labels } = labelList.parse(await api.call({ method: "labels.list", verb: "GET", path: "/labels" }, manner));
		names = new Map(labels.filter(({ type }) => type !== "system").map(({ id, name }) => [id, name]));
		all = new Set(labels.map(({ id }) => id));
		return [...all];
	}

	async function known(manner: Manner): Promise<Map<string, string>> {
		if (names === null) await refresh(manner);
		return names ?? new Map();
	}

	/** Gmail tells names apart without regard to case. */
	async function idOf(name: string, manner: Manner): Promise<string | undefined> {
		const found = [...(await known(manner))];
		const same = found.find(([, other]) => other === name);
		return (same ?? found.find(([, other]) => other.toLowerCase() === name.toLowerCase()))?.[0];
	}

	async function create(name: string, manner: Manner): Promise<string> {
		const body = { name, labelListVisibility: "labelShow", messageListVisibility: "show" };
		try {
			const made = label.parse(
				await api.call({ method: "labels.create", verb: "POST", path: "/labels", body }, manner),
			);
			names?.set(made.id, made.name);
			all.add(made.id);
			return made.id;
		} catch (cause) {
			if (cause instanceof RateLimited || cause instanceof Unavailable) throw cause;
			// Somebody else has made it meanwhile, or a try of ours whose answer was lost.
			await refresh(manner);
			const id = await idOf(name, manner);
			if (id !== undefined) return id;
			if (cause instanceof GmailRefusal) throw new Unsupported(`Gmail takes no label named “${name}”.`, { cause });
			throw cause;
		}
	}

	return {
		refresh,
		own: known,
		async namesOf(labelIds, manner) {
			if (names === null || !labelIds.every((id) => all.has(id))) await refresh(manner);
			// One that was deleted meanwhile is not asked for again.
			for (const id of labelIds) all.add(id);
			return labelIds.flatMap((id) => names?.get(id) ?? []);
		},
		async find(wanted, manner) {
			const ids = await Promise.all(wanted.map((name) => idOf(name, manner)));
			if (ids.includes(undefined)) {
				await refresh(manner);
				return (await Promise.all(wanted.map((name) => idOf(name, manner)))).filter((id) => id !== undefined);
			}
			return ids.filter((id) => id !== undefined);
		},
		async ensure(wanted, manner) {
			const ids: string[] = [];
			for (const name of new Set(wanted)) ids.push((await idOf(name, manner)) ?? (await create(name, manner)));
			return [...new Set(ids)];
		},
	};
}
