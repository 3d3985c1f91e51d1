import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type Profile, profileQuery, saveProfile } from "./api.ts";
import { t } from "./text.ts";

/** What drafts may say about the sender. */
export function ProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
	const client = useQueryClient();
	const [{ offer, proof, signature }, setDraft] = useState(profile);
	const set = (change: Partial<Profile>) => setDraft((before) => ({ ...before, ...change }));
	const save = useMutation({
		mutationFn: () => saveProfile({ offer, proof, signature }),
		onSuccess: async () => {
			toast({ title: t.profile.saved });
			onClose();
			await client.invalidateQueries({ queryKey: profileQuery.queryKey });
		},
		onError: (error) => toast({ title: t.profile.couldntSave, description: error.message, tone: "destructive" }),
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.profile.title}
			description={t.profile.description}
			actions={
				<>
					<Button onClick={onClose}>{t.profile.cancel}</Button>
					<Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
						{t.profile.save}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<Field label={t.profile.offer} hint={t.profile.offerHint}>
					<Textarea rows={2} maxLength={500} value={offer} onChange={(event) => set({ offer: event.target.value })} />
				</Field>
				<Field label={t.profile.proof} hint={t.profile.proofHint}>
					<Textarea rows={2} maxLength={500} value={proof} onChange={(event) => set({ proof: event.target.value })} />
				</Field>
				<Field label={t.profile.signature}>
					<Textarea
						rows={3}
						maxLength={500}
						value={signature}
						onChange={(event) => set({ signature: event.target.value })}
					/>
				</Field>
			</div>
		</Dialog>
	);
}
