import { FolderPlus, Plus, X } from "lucide-react";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { Condition, Group } from "../../condition.ts";
import { t } from "../base/text.ts";
import { ConditionRow } from "./condition-row.tsx";
import { leafOf } from "./kinds.ts";

/** Maximum nesting, as the server accepts it. */
const MAX_DEPTH = 3;

interface ConditionBuilderProps {
	group: Group;
	/** 1 at the top. */
	depth?: number;
	/** "2." within the second part of the top; empty there. */
	path?: string;
	onChange: (group: Group) => void;
	/** For a nested group. */
	onRemove?: () => void;
}

const matches = [
	{ value: "all", label: t.form.allOfThese },
	{ value: "any", label: t.form.anyOfThese },
	{ value: "not-any", label: t.form.noneOfThese },
	{ value: "not-all", label: t.form.notAll },
] as const;
type Match = (typeof matches)[number]["value"];

function matchOf({ kind, not }: Group): Match {
	return not ? `not-${kind}` : kind;
}

/** Editor of a group: conditions joined by all or any, and nested groups. */
export function ConditionBuilder({ group, depth = 1, path = "", onChange, onRemove }: ConditionBuilderProps) {
	const put = (parts: Condition[]) => onChange({ ...group, parts });
	const replace = (n: number, part: Condition) => put(group.parts.with(n, part));
	const remove = (n: number) => put(group.parts.toSpliced(n, 1));
	return (
		<fieldset
			aria-label={path === "" ? t.form.conditions : t.form.groupPath(path.slice(0, -1))}
			className={
				depth === 1 ? "flex min-w-0 flex-col gap-2.5" : "flex min-w-0 flex-col gap-2.5 border-l-2 border-line pl-3"
			}
		>
			<div className="flex items-center gap-1.5">
				<div className="w-44">
					<Select
						label={t.form.match}
						options={matches}
						value={matchOf(group)}
						onChange={(match) =>
							onChange({ ...group, kind: match.endsWith("any") ? "any" : "all", not: match.startsWith("not") })
						}
					/>
				</div>
				{onRemove && (
					<span className="ml-auto">
						<IconButton icon={X} label={t.form.removeGroup(path.slice(0, -1))} onClick={onRemove} />
					</span>
				)}
			</div>
			{group.parts.map((part, n) => {
				const number = `${path}${n + 1}`;
				return "parts" in part ? (
					<ConditionBuilder
						// biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names, and every field shows what it is given
						key={n}
						group={part}
						depth={depth + 1}
						path={`${number}.`}
						onChange={(next) => replace(n, next)}
						onRemove={() => remove(n)}
					/>
				) : (
					<ConditionRow
						// biome-ignore lint/suspicious/noArrayIndexKey: as above
						key={n}
						leaf={part}
						name={`Condition ${number}`}
						onChange={(next) => replace(n, next)}
						onRemove={() => remove(n)}
					/>
				);
			})}
			<div className="flex flex-wrap gap-1.5">
				<Button size="small" icon={Plus} onClick={() => put([...group.parts, leafOf("subject")])}>
					{t.form.addCondition}
				</Button>
				{depth < MAX_DEPTH && (
					<Button
						size="small"
						variant="ghost"
						icon={FolderPlus}
						onClick={() => put([...group.parts, { kind: "any", not: false, parts: [leafOf("domain")] }])}
					>
						{t.form.addGroup}
					</Button>
				)}
			</div>
		</fieldset>
	);
}
