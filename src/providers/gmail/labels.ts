import { RateLimited, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { GmailApi, RequestOptions } from "./api.ts";
import { GmailRefusal } from "./errors.ts";
import { label, labelList } from "./resources.ts";

/** The labels that a person made. Nested ones have `/` in their names. */
export interface Labels {
	/** Asks Gmail for them. @returns every label's id, Gmail's own included */
	refresh(requestOptions: RequestOptions): Promise<string[]>;
	/** Names of those that the person made, by id, as they were when they were last asked for. */
	own(requestOptions: RequestOptions): Promise<ReadonlyMap<string, string>>;
	/** Names of those among these; the list is renewed when one is not known. */
	namesOf(labelIds: readonly string[], requestOptions: RequestOptions): Promise<string[]>;
	/** Ids of labels that are there. */
	find(names: readonly string[], requestOptions: RequestOptions): Promise<string[]>;
	/** Ids, made where there are none. @throws Unsupported for a name that Gmail does not take */
	ensure(names: readonly string[], requestOptions: RequestOptions): Promise<string[]>;
}

export function createLabels(api: GmailApi): Labels {
	let names: Map<string, string> | null = null;
	let all = new Set<string>();

	async function refresh(requestOptions: RequestOptions): Promise<string[]> {
		const { labels } = labelList.parse(
			await api.call({ method: "labels.list", verb: "GET", path: "/labels" }, requestOptions),
		);
		names = new Map(labels.filter(({ type }) => type !== "system").map(({ id, name }) => [id, name]));
		all = new Set(labels.map(({ id }) => id));
		return [...all];
	}

	async function known(requestOptions: RequestOptions): Promise<Map<string, string>> {
		if (names === null) await refresh(requestOptions);
		return names ?? new Map();
	}

	/** Gmail tells names apart without regard to case. */
	async function idOf(name: string, requestOptions: RequestOptions): Promise<string | undefined> {
		const found = [...(await known(requestOptions))];
		const same = found.find(([, other]) => other === name);
		return (same ?? found.find(([, other]) => other.toLowerCase() === name.toLowerCase()))?.[0];
	}

	async function create(name: string, requestOptions: RequestOptions): Promise<string> {
		const body = { name, labelListVisibility: "labelShow", messageListVisibility: "show" };
		try {
			const made = label.parse(
				await api.call({ method: "labels.create", verb: "POST", path: "/labels", body }, requestOptions),
			);
			names?.set(made.id, made.name);
			all.add(made.id);
			return made.id;
		} catch (cause) {
			if (cause instanceof RateLimited || cause instanceof Unavailable) throw cause;
			// Somebody else has made it meanwhile, or a try of ours whose answer was lost.
			await refresh(requestOptions);
			const id = await idOf(name, requestOptions);
			if (id !== undefined) return id;
			if (cause instanceof GmailRefusal) throw new Unsupported(`Gmail takes no label named “${name}”.`, { cause });
			throw cause;
		}
	}

	return {
		refresh,
		own: known,
		async namesOf(labelIds, requestOptions) {
			if (names === null || !labelIds.every((id) => all.has(id))) await refresh(requestOptions);
			// One that was deleted meanwhile is not asked for again.
			for (const id of labelIds) all.add(id);
			return labelIds.flatMap((id) => names?.get(id) ?? []);
		},
		async find(wanted, requestOptions) {
			const ids = await Promise.all(wanted.map((name) => idOf(name, requestOptions)));
			if (ids.includes(undefined)) {
				await refresh(requestOptions);
				return (await Promise.all(wanted.map((name) => idOf(name, requestOptions)))).filter((id) => id !== undefined);
			}
			return ids.filter((id) => id !== undefined);
		},
		async ensure(wanted, requestOptions) {
			const ids: string[] = [];
			for (const name of new Set(wanted))
				ids.push((await idOf(name, requestOptions)) ?? (await create(name, requestOptions)));
			return [...new Set(ids)];
		},
	};
}
