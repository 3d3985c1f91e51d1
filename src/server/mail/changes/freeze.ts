import { SETTABLE_FLAGS } from "#shared/mail/flags.ts";
import type { Database } from "../../db/database.ts";
import { flagColumns } from "../store/flag-columns.ts";
import type { Chosen } from "./plan-scope.ts";
import type { Target } from "./targets.ts";

/** Rows written per statement: about 50 ms on the embedded database. */
const CHUNK = 4_000;
/** Messages shown in a plan's preview. */
export const SAMPLE = 5;

export interface PlanItems {
	count: number;
	bytes: number;
	/** The newest few, newest first. */
	newest: { id: string; date: string }[];
}

const NOTHING: PlanItems = { count: 0, bytes: 0, newest: [] };

/** Journals the messages that the action would change, with their current state. */
export async function freezeChosen(
	database: Database,
	key: { ownerId: string; operationId: string; accountId: string },
	chosen: Chosen,
	target: Target,
	chunk = CHUNK,
): Promise<PlanItems> {
	let frozen = NOTHING;
	for (let from = 0; from < chosen.ids.length; from += chunk) {
		const row = await database.one<PlanItems>(freezeSql(target), [
			key.ownerId,
			key.operationId,
			key.accountId,
			chosen.ids.slice(from, from + chunk),
			chosen.revisions.slice(from, from + chunk),
			...target.values,
		]);
		if (row !== undefined) frozen = together(frozen, row);
	}
	return frozen;
}

export function together(a: PlanItems, b: PlanItems): PlanItems {
	const newest = [...a.newest, ...b.newest].sort((x, y) => (x.date < y.date ? 1 : -1)).slice(0, SAMPLE);
	return { count: a.count + b.count, bytes: a.bytes + b.bytes, newest };
}

const BEFORE = flagColumns(undefined, SETTABLE_FLAGS);
const AFTER = SETTABLE_FLAGS.map((flag) => `to_${flag}`).join(", ");

/** A message that changed after the search found it may no longer match, so it is left out. */
function freezeSql(target: Target): string {
	return `
		with chosen as materialized (
			select e.owner_id, e.account_id, e.id, e.revision, e.folder_id, e.folder_role,
				${flagColumns("e", SETTABLE_FLAGS)}, e.labels, e.size_bytes, e.received_date, ${target.folderId} as to_folder_id,
				${SETTABLE_FLAGS.map((flag) => `${target[flag]} as to_${flag}`).join(", ")}, ${target.labels} as to_labels
			from emails e join unnest($4::uuid[], $5::int[]) as selected (id, revision) on selected.id = e.id and selected.revision = e.revision
			where e.owner_id = $1 and e.account_id = $3 and ${target.changes}
		), written as (
			insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role, ${BEFORE},
				labels, to_folder_id, ${AFTER}, to_labels, size_bytes, received_date)
			select owner_id, $2, account_id, id, revision, folder_id, folder_role, ${BEFORE}, labels,
				to_folder_id, ${AFTER}, to_labels, size_bytes, received_date
			from chosen on conflict do nothing
		)
		select (select count(*) from chosen)::int as count, (select coalesce(sum(size_bytes), 0) from chosen)::bigint as bytes,
			coalesce((select json_agg(json_build_object('id', id, 'date', received_date)) from
				(select id, received_date from chosen order by received_date desc, id desc limit ${SAMPLE}) newest), '[]') as newest`;
}
