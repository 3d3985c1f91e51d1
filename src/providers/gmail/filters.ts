import { isDeepStrictEqual } from "node:util";
import { NotFound } from "#server/mailbox/provider-errors.ts";
import { keepOneByOne, type RuleDesk, readLedger, type Wanted } from "#server/mailbox/provider-rule-ledger.ts";
import { NativeRefusal, type ProviderRule, type ProviderRules, sayInOrder } from "#server/mailbox/provider-rules.ts";
import type { Manner } from "./api.ts";
import { type FilterForm, filterOf, isCovered } from "./filter-form.ts";
import { ruleOf, textOf } from "./filter-reading.ts";
import { GmailRefusal } from "./refusals.ts";
import { filterList, filter as filterResource, type GmailFilter } from "./resources.ts";
import type { GmailSession } from "./session.ts";

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.filters/create */
const MOST_FILTERS = 1_000;
const FULL = `Gmail takes no more than ${MOST_FILTERS.toLocaleString("en")} filters, and has so many. Delete some there first.`;

type Filter = Omit<GmailFilter, "id">;

/** A person's filters at Gmail. There is neither an order nor a name, and none can be changed. */
export function createFilters(session: GmailSession): ProviderRules {
	const { api, labels, environment } = session;

	async function read(manner: Manner): Promise<GmailFilter[]> {
		const call = { method: "settings.filters.list", verb: "GET", path: "/settings/filters" } as const;
		return filterList.parse(await api.call(call, manner)).filter;
	}

	function deskFor(manner: Manner): RuleDesk<Filter> {
		const list = async () => (await read(manner)).map(({ id, ...native }) => ({ id, native }));
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
					const { id, ...made } = filterResource.parse(await api.call(call, manner));
					return { id, native: made };
				} catch (cause) {
					if (!(cause instanceof GmailRefusal)) throw cause;
					// A try whose answer was lost has made it.
					const all = await list();
					const made = all.find((one) => isDeepStrictEqual(shapeOf(one.native), shapeOf(native)));
					if (made !== undefined) return made;
					if (all.length >= MOST_FILTERS) throw new NativeRefusal(FULL, { cause });
					throw new NativeRefusal(`Gmail does not take this filter: “${cause.said}”`, { cause });
				}
			},
			async remove(id) {
				const path = `/settings/filters/${encodeURIComponent(id)}`;
				await api.call({ method: "settings.filters.delete", verb: "DELETE", path }, manner).catch((cause: unknown) => {
					if (!(cause instanceof NotFound)) throw cause;
				});
			},
		};
	}

	/** With the labels that it puts on, which are made where there are none. */
	async function native(form: FilterForm, manner: Manner): Promise<Filter> {
		const own = form.label === null ? [] : await labels.ensure([form.label], manner);
		return { criteria: form.criteria, action: { addLabelIds: [...form.add, ...own], removeLabelIds: form.remove } };
	}

	async function wantedOf(rules: readonly ProviderRule[], manner: Manner): Promise<Wanted<Filter>[]> {
		const wanted: Wanted<Filter>[] = [];
		for (const { key, said } of sayInOrder(rules, { isOrdered: false, say: filterOf, isCovered })) {
			if (said instanceof NativeRefusal) wanted.push({ key, native: said, note: null });
			else wanted.push({ key, native: await native(said, manner), note: said.note });
		}
		return wanted;
	}

	return {
		async keep(rules, again, signal) {
			session.requireFull();
			const manner = session.manner("hand", signal);
			return keepOneByOne(environment.state, deskFor(manner), await wantedOf(rules, manner), again);
		},
		async list(signal) {
			const manner = session.manner("hand", signal);
			const ledger = [...(await readLedger<Filter>(environment.state))];
			const filters = await read(manner);
			const names = await labels.own(manner);
			const nameOf = (id: string): string | undefined => names.get(id);
			return filters.map((filter) => {
				const [key = null, entry] = ledger.find(([, { id, isForeign }]) => id === filter.id && !isForeign) ?? [];
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

/** What was written for the person goes with the mailbox. */
export async function takeFiltersAway(session: GmailSession, signal: AbortSignal): Promise<void> {
	if ((await readLedger(session.environment.state)).size > 0) await createFilters(session).keep([], new Set(), signal);
}

/** What a filter says, whatever the order in which it says it. */
function shapeOf({ criteria, action }: Filter): unknown {
	const said = Object.entries(criteria).filter(([, value]) => value !== undefined && value !== "" && value !== false);
	return {
		criteria: Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1))),
		action: {
			add: action.addLabelIds.toSorted(),
			remove: action.removeLabelIds.toSorted(),
			forward: action.forward ?? "",
		},
	};
}
