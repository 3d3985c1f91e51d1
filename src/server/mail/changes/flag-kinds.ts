import { FLAGS, type FlagAction, flagOperation, SETTABLE_FLAGS, type SettableFlag } from "#shared/mail/flags.ts";
import { AppError } from "../../errors.ts";
import type { ChangeKind } from "./change-kind.ts";
import { emails } from "./descriptions.ts";
import { type ChangeableAccount, sameState, type Target } from "./targets.ts";

/** Setting and clearing each flag that users change. */
export const flagKinds: readonly ChangeKind[] = SETTABLE_FLAGS.map(
	(flag): ChangeKind<FlagAction> => ({
		type: FLAGS[flag].change.action,
		titles(action, { count }) {
			const { planned, past } = flagOperation(action);
			return { planned: planned(emails(count)), past: past(emails(count)) };
		},
		target: (action, account) => toFlag(flag, action.value, account),
	}),
);

/** $6: the value. */
function toFlag(flag: SettableFlag, value: boolean, { capabilities }: ChangeableAccount): Target {
	if (capabilities.flags?.includes(flag) === false)
		throw new AppError(400, "not-supported", `This mailbox doesn't support “${FLAGS[flag].change.set.label}”.`);
	return { ...sameState, [flag]: "$6::boolean", changes: `e.is_${flag} <> $6::boolean`, values: [value] };
}
