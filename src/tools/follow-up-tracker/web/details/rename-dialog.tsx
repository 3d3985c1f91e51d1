import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Campaign } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Asks for a campaign's new name. */
export function RenameDialog({ campaign: { id, name }, onClose }: { campaign: Campaign; onClose: () => void }) {
	const client = useQueryClient();
	const form = useId();
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState(name);
	const rename = useMutation({
		mutationFn: () => campaigns.renameCampaign({ params: { id }, body: { name: typed } }),
		onSuccess: async (changed) => {
			client.setQueryData(campaignKeys.one(id), changed);
			onClose();
			await client.invalidateQueries({ queryKey: campaignKeys.list });
		},
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.manage.renameTitle}
			size="small"
			initialFocus={input}
			actions={
				<>
					<Button onClick={onClose}>{t.manage.cancel}</Button>
					<Button type="submit" form={form} variant="primary" busy={rename.isPending} disabled={typed.trim() === ""}>
						{t.manage.rename}
					</Button>
				</>
			}
		>
			<form
				id={form}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					if (typed.trim() !== "") rename.mutate();
				}}
			>
				<Field label={t.steps.name} error={rename.error?.message}>
					<Input ref={input} value={typed} maxLength={120} onChange={(event) => setTyped(event.target.value)} />
				</Field>
			</form>
		</Dialog>
	);
}
