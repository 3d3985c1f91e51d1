import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { t } from "../base/text.ts";
import { onSaveAll } from "./unsaved-work.ts";

/**
 * Asks before what was written and not saved is lost with its page: on a link, a reload, a closed tab, signing out.
 * @returns asks where it would be lost otherwise: whether to go on
 */
export function useAskBeforeLeaving(isChanged: boolean): () => Promise<boolean> {
	useBlocker({
		shouldBlockFn: async () => !(await confirmDiscarding()),
		enableBeforeUnload: isChanged,
		disabled: !isChanged,
	});
	useEffect(() => (isChanged ? onSaveAll(async () => false) : undefined), [isChanged]);
	return async () => !isChanged || confirmDiscarding();
}

function confirmDiscarding(): Promise<boolean> {
	return confirm({
		title: t.unsaved.title,
		description: t.unsaved.description,
		confirm: t.unsaved.confirm,
		cancel: t.unsaved.cancel,
		danger: true,
	});
}
