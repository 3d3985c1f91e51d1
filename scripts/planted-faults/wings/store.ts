import { faultsOf } from "../fault.ts";

const mail = "src/server/mail";

export const store = faultsOf("store", [
	{
		name: "unread-counts-read",
		file: `${mail}/store/rollups/rollups.ts`,
		find: "folder.unread += row.isRead ? 0 : sign;",
		replace: "folder.unread += row.isRead ? sign : 0;",
		tests: [`${mail}/store/store.test.ts`, "test/figures/figures.test.ts"],
	},
	{
		name: "recount-first-of-next-month",
		file: `${mail}/store/rollups/days.ts`,
		find: "and received_date < ($4::date)::timestamp at time zone 'UTC'",
		replace: "and received_date <= ($4::date)::timestamp at time zone 'UTC'",
		tests: [`${mail}/store/rollups/days.test.ts`, `${mail}/rollups/recount.test.ts`],
	},
	{
		name: "deleted-mail-stays-searchable",
		file: `${mail}/store/change.ts`,
		find: "\tawait textIndexOf(database).remove(scope, emailIds);\n",
		replace: "",
		tests: [
			`${mail}/store/store.test.ts`,
			`${mail}/search/search.test.ts`,
			`${mail}/text-index/account-index.test.ts`,
			`${mail}/changes/changes.test.ts`,
		],
	},
	{
		name: "change-keeps-revision",
		file: `${mail}/store/change.ts`,
		find: "revision = e.revision + 1",
		replace: "revision = e.revision",
		tests: [`${mail}/store/store.test.ts`, `${mail}/changes/changes.test.ts`],
	},
	{
		name: "blobs-in-use-deleted",
		file: `${mail}/store/change.ts`,
		find: "hashes.filter((hash) => !stillUsed.has(hash))",
		replace: "hashes.filter((hash) => stillUsed.has(hash))",
		tests: [`${mail}/store/store.test.ts`, `${mail}/changes/changes.test.ts`, `${mail}/storage/storage.test.ts`],
	},
	{
		name: "sync-takes-star-back",
		file: `${mail}/store/pending-push.ts`,
		find: "SETTABLE_FLAGS.filter((flag) => pendingPush[flag])",
		replace: 'SETTABLE_FLAGS.filter((flag) => flag !== "starred" && pendingPush[flag])',
		tests: [
			`${mail}/store/pending-push.test.ts`,
			`${mail}/sync/changed-meanwhile.test.ts`,
			`${mail}/changes/changes.test.ts`,
		],
	},
	{
		name: "accounts-of-other-owners",
		file: `${mail}/store/accounts.ts`,
		find: "and status <> 'deleting' and ($2::uuid is null or id = $2)",
		replace: "and status <> 'deleting' and $2::uuid is null or id = $2",
		tests: [`${mail}/accounts/accounts.test.ts`, `${mail}/search/search.test.ts`, "src/server/http/isolation.test.ts"],
	},
	{
		name: "list-follows-name",
		file: `${mail}/store/list-aliases.ts`,
		find: "known.get(key) ?? known.get(name) ?? key",
		replace: "known.get(name) ?? known.get(key) ?? key",
		tests: [`${mail}/store/list-aliases.test.ts`, `${mail}/lists/find-lists.test.ts`],
	},
	{
		name: "range-without-last-day",
		file: `${mail}/search/date-range.ts`,
		find: "new Date(new Date(end).getTime() + (end.length === 10 && query.until !== undefined ? dayMs : 0))",
		replace: "new Date(end)",
		tests: [`${mail}/module.test.ts`, "src/tools/dashboard/server/dashboard.test.ts", "test/figures/figures.test.ts"],
	},
	{
		name: "search-shows-trash",
		file: `${mail}/search/compile.ts`,
		find: "e.folder_role not in ('spam', 'trash')",
		replace: "e.folder_role not in ('spam')",
		tests: [`${mail}/search/search.test.ts`, `${mail}/search/differential.test.ts`],
	},
]);
