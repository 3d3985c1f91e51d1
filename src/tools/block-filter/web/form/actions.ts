import type { FilterAction } from "../../contract.ts";
import { ACTION_NAMES } from "../../descriptions.ts";
import { t } from "../base/text.ts";

/** The mildest first, the destructive ones last. */
export const ACTIONS: readonly { value: FilterAction; label: string; description: string }[] = [
	{ value: "mark_read", label: ACTION_NAMES.mark_read, description: t.form.keepsWhere },
	{ value: "star", label: ACTION_NAMES.star, description: t.form.keepsWhere },
	{ value: "label", label: ACTION_NAMES.label, description: t.form.labelDescription },
	{ value: "archive", label: ACTION_NAMES.archive, description: t.form.archiveDescription },
	{ value: "move", label: ACTION_NAMES.move, description: t.form.folderDescription },
	{ value: "forward", label: ACTION_NAMES.forward, description: t.form.draftDescription },
	{ value: "block", label: ACTION_NAMES.block, description: t.form.movesSpam },
	{ value: "delete", label: ACTION_NAMES.delete, description: t.form.movesTrash },
];
