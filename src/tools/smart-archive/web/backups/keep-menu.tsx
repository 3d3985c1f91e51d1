import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Backup } from "../../contract.ts";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";
import { keepChoices, keepDaysOf } from "./keep-choices.ts";

/** Changes how long a backup is kept. */
export function KeepMenu({ backup: { id, title } }: { backup: Backup }) {
	const client = useQueryClient();
	const { mutate, isPending } = useMutation({
		mutationFn: (keepDays: number | null) => smartArchive.keepBackup({ params: { id }, body: { keepDays } }),
		onSuccess: async ({ expiresAt }) => {
			toast({ title: t.backups.changed(expiresAt) });
			await client.invalidateQueries({ queryKey: archiveKeys.backups });
		},
		onError: (error) => toast({ title: t.backups.couldntChange, description: error.message, tone: "destructive" }),
	});
	return (
		<Menu
			align="end"
			trigger={<IconButton icon={CalendarClock} size="small" label={t.backups.keepNamed(title)} busy={isPending} />}
			entries={keepChoices.map(({ value, label }) => ({ label, onSelect: () => mutate(keepDaysOf(value)) }))}
		/>
	);
}
