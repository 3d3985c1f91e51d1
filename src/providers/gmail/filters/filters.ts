import { isDeepStrictEqual } from "node:util";
import { type RuleStore, readRuleLog, syncRules, type Wanted } from "#providers/shared/rule-log.ts";
import { NotFound } from "#server/mail/provider/errors.ts";
import { NativeRuleError, type ProviderRule, type ProviderRules, translateRules } from "#server/mail/provider/rules.ts";
import type { RequestOptions } from "../api/call.ts";
import { GmailRejection } from "../api/errors.ts";
import { filterList, filter as filterResource, type GmailFilter } from "../api/resources.ts";
import type { GmailSession } from "../session.ts";
import { ruleOf, textOf } from "./read-filter.ts";
import { type FilterForm, filterOf, isCovered } from "./write-filter.ts";

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.filters/create */
const MAX_FILTERS = 1_000;
const FULL = `Gmail takes no more than ${MAX_FILTERS.toLocaleString("en")} filters, and has so many. Delete some there first.`;

type Filter = Omit<GmailFilter, "id">;

/** A user's Gmail filters. They have no order and no name, and cannot be updated. */
export function createFilters(session: GmailSession): ProviderRules {
	const { api, labels, environment } = session;

	/** The native filter, creating missing labels. */
	async function native(form: FilterForm, requestOptions: RequestOptions): Promise<Filter> {
		const own = form.label === null ? [] : await labels.ensure([form.label], requestOptions);
		return { criteria: form.criteria, action: { addLabelIds: [...form.add, ...own], removeLabelIds: form.remove } };
	}

	async function wantedOf(rules: readonly ProviderRule[], requestOptions: RequestOptions): Promise<Wanted<Filter>[]> {
		const wanted: Wanted<Filter>[] = [];
		for (const { key, translated } of translateRules(rules, { isOrdered: false, translate: filterOf, isCovered })) {
			if (translated instanceof NativeRuleError) wanted.push({ key, native: translated, note: null });
			else wanted.push({ key, native: await native(translated, requestOptions), note: translated.note });
		}
		return wanted;
	}

	return {
		async apply(rules, again, signal) {
			session.requireFull();
			const requestOptions = session.requestOptions("interactive", signal);
			return syncRules(
				environment.state,
				createRuleStore(api, requestOptions),
				await wantedOf(rules, requestOptions),
				again,
			);
		},
		async list(signal) {
			const requestOptions = session.requestOptions("interactive", signal);
			const ruleLog = [...(await readRuleLog<Filter>(environment.state))];
			const filters = await readFilters(api, requestOptions);
			const names = await labels.own(requestOptions);
			const nameOf = (id: string): string | undefined => names.get(id);
			return filters.map((filter) => {
				const [key = null, entry] = ruleLog.find(([, { id, isForeign }]) => id === filter.id && !isForeign) ?? [];
				const isChanged = entry !== undefined && !isDeepStrictEqual(shapeOf(entry.native), shapeOf(filter));
				const rule = ruleOf(filter, nameOf);
				return {
					id: filter.id,
					key,
					isChanged,
					name: "",
					isEnabled: true,
					rule,
					text: textOf(filter, nameOf),
					isSieve: false,
				};
			});
		},
	};
}

/** Removes the filters created for the user when the mailbox is disconnected. */
export async function removeAllFilters(session: GmailSession, signal: AbortSignal): Promise<void> {
	if ((await readRuleLog(session.environment.state)).size > 0)
		await createFilters(session).apply([], new Set(), signal);
}

/** Normalized form of a filter, independent of the order of its fields. */
function shapeOf({ criteria, action }: Filter): unknown {
	const translated = Object.entries(criteria).filter(
		([, value]) => value !== undefined && value !== "" && value !== false,
	);
	return {
		criteria: Object.fromEntries(translated.sort(([a], [b]) => (a < b ? -1 : 1))),
		action: {
			add: action.addLabelIds.toSorted(),
			remove: action.removeLabelIds.toSorted(),
			forward: action.forward ?? "",
		},
	};
}

async function readFilters(api: GmailSession["api"], requestOptions: RequestOptions): Promise<GmailFilter[]> {
	const call = { method: "settings.filters.list", verb: "GET", path: "/settings/filters" } as const;
	return filterList.parse(await api.call(call, requestOptions)).filter;
}

/** The filters as the rule log changes them. */
function createRuleStore(api: GmailSession["api"], requestOptions: RequestOptions): RuleStore<Filter> {
	const list = async () => (await readFilters(api, requestOptions)).map(({ id, ...native }) => ({ id, native }));
	return {
		list,
		isSame: (one, other) => isDeepStrictEqual(shapeOf(one), shapeOf(other)),
		async create(native) {
			const call = {
				method: "settings.filters.create",
				verb: "POST",
				path: "/settings/filters",
				body: native,
			} as const;
			try {
				const { id, ...made } = filterResource.parse(await api.call(call, requestOptions));
				return { id, native: made };
			} catch (cause) {
				if (!(cause instanceof GmailRejection)) throw cause;
				// An attempt whose response was lost may have created it.
				const all = await list();
				const made = all.find((one) => isDeepStrictEqual(shapeOf(one.native), shapeOf(native)));
				if (made !== undefined) return made;
				if (all.length >= MAX_FILTERS) throw new NativeRuleError(FULL, { cause });
				throw new NativeRuleError(`Gmail does not take this filter: “${cause.detail}”`, { cause });
			}
		},
		async remove(id) {
			const path = `/settings/filters/${encodeURIComponent(id)}`;
			await api
				.call({ method: "settings.filters.delete", verb: "DELETE", path }, requestOptions)
				.catch((cause: unknown) => {
					if (!(cause instanceof NotFound)) throw cause;
				});
		},
	};
}
