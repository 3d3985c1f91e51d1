import { faultsOf } from "../fault.ts";

const changed = "src/server/mail/changes";
const usual = `${changed}/changes.test.ts`;

export const changes = faultsOf("changes", [
	{
		name: "undo-of-star-sets-read",
		file: `${changed}/undo.ts`,
		find: `case when i.to_\${flag} is not null then i.is_\${flag} end`,
		replace: `case when i.to_\${flag} is not null then i.is_read end`,
		tests: [usual, `${changed}/undo.property.test.ts`],
	},
	{
		name: "undo-does-not-wait-for-stop",
		file: `${changed}/undo.ts`,
		find: "\tawait stopOperation(ctx, ownerId, original);",
		replace: "\tvoid stopOperation(ctx, ownerId, original);",
		tests: [usual, `${changed}/undo.property.test.ts`, `${changed}/chunks.test.ts`],
	},
	{
		name: "undone-called-never-made",
		file: `${changed}/undo.ts`,
		find: 'return "This change was already undone.";',
		replace: 'return "This change was never made.";',
		tests: [usual, "e2e/plans.test.ts"],
	},
	{
		name: "plan-takes-changed-mail",
		file: `${changed}/freeze.ts`,
		find: "on selected.id = e.id and selected.revision = e.revision",
		replace: "on selected.id = e.id",
		tests: [`${changed}/plan-items.test.ts`, usual, `${changed}/query.test.ts`],
	},
	{
		name: "narrowed-plan-keeps-bytes",
		file: `${changed}/exclude.ts`,
		find: "item_count = o.item_count - s.count, bytes = o.bytes - s.bytes",
		replace: "item_count = o.item_count - s.count",
		tests: [`${changed}/plan-items.test.ts`, usual, "src/tools/smart-archive/server/backups/backups.test.ts"],
	},
	{
		name: "empty-undo-ends-undo",
		file: `${changed}/operation-rows.ts`,
		find: '(row.state !== "done" || row.applied === 0)',
		replace: 'row.state !== "done"',
		tests: [usual, `${changed}/undo.property.test.ts`],
	},
	{
		name: "second-page-of-all-owners",
		file: `${changed}/operations.ts`,
		find: "and ($2::timestamptz is null or (started_at, id) < ($2::timestamptz, $3::uuid))",
		replace: "and $2::timestamptz is null or (started_at, id) < ($2::timestamptz, $3::uuid)",
		tests: [usual, "src/server/http/isolation.test.ts"],
	},
	{
		name: "journal-kept-nine-days",
		file: `${changed}/expire.ts`,
		find: "RETENTION_MS = 91 * 24 * 3_600_000",
		replace: "RETENTION_MS = 9 * 24 * 3_600_000",
		tests: [`${changed}/chunks.test.ts`, usual],
	},
	{
		name: "restore-follows-undo",
		file: `${changed}/folder-kinds.ts`,
		find: "o.undo_of is null and o.action->>'type' <> 'restore'",
		replace: "o.action->>'type' <> 'restore'",
		tests: [usual, `${changed}/undo.property.test.ts`],
	},
	{
		name: "refusal-reverts-newer-change",
		file: `${changed}/local.ts`,
		find: "items.filter((item) => untouched.has(item.email_id)),",
		replace: "items,",
		tests: [usual, `${changed}/retry.test.ts`, `${changed}/waiting.test.ts`],
	},
]);
