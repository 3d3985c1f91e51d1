import { RateLimited, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { GmailApi } from "../api/api.ts";
import type { RequestOptions } from "../api/call.ts";
import { GmailRejection } from "../api/errors.ts";
import { label, labelList } from "../api/resources.ts";

/** User labels. Names of nested ones contain `/`. */
export interface Labels {
	/** Reads the labels from Gmail. @returns the ids of all labels, system labels included */
	refresh(requestOptions: RequestOptions): Promise<string[]>;
	/** Names of user labels by id, as of the last refresh. */
	own(requestOptions: RequestOptions): Promise<ReadonlyMap<string, string>>;
	/** Names of the user labels among these; refreshes when an id is unknown. */
	namesOf(labelIds: readonly string[], requestOptions: RequestOptions): Promise<string[]>;
	/** Ids of existing labels. */
	find(names: readonly string[], requestOptions: RequestOptions): Promise<string[]>;
	/** Ids; creates missing labels. @throws Unsupported for a name that Gmail rejects */
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

	/** Gmail compares label names case-insensitively. */
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
			// Created meanwhile by another client, or by an attempt of ours whose response was lost.
			await refresh(requestOptions);
			const id = await idOf(name, requestOptions);
			if (id !== undefined) return id;
			if (cause instanceof GmailRejection) throw new Unsupported(`Gmail takes no label named “${name}”.`, { cause });
			throw cause;
		}
	}

	return {
		refresh,
		own: known,
		async namesOf(labelIds, requestOptions) {
			if (names === null || !labelIds.every((id) => all.has(id))) await refresh(requestOptions);
			// Ids of labels deleted meanwhile do not trigger another refresh.
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
