import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { settings, validatorKeys } from "./base/api.ts";
import { t } from "./base/text.ts";

/** Edits the user's own list of blocked domains. */
export function BlockedDomainsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const query = useQuery({
		queryKey: validatorKeys.blocked,
		enabled: open,
		queryFn: async ({ signal }) => {
			const { settings: sections } = await settings.getSettings({}, { signal });
			const { blockedDomains } = sections.validator ?? {};
			return Array.isArray(blockedDomains) ? blockedDomains.map(String) : [];
		},
	});
	return (
		<Dialog open={open} onClose={onClose} title={t.blocked.title} description={t.blocked.description}>
			<QueryView query={query}>{(domains) => <Form domains={domains} onClose={onClose} />}</QueryView>
		</Dialog>
	);
}

function Form({ domains, onClose }: { domains: readonly string[]; onClose: () => void }) {
	const client = useQueryClient();
	const [text, setText] = useState(domains.join("\n"));
	const save = useMutation({
		mutationFn: () => {
			const blockedDomains = text
				.split(/[\s,;]+/)
				.flatMap((domain) => domain.replace(/^@|^\*\./, "").toLowerCase() || []);
			return settings.updateSettings({ params: { section: "validator" }, body: { blockedDomains } });
		},
		onSuccess: async () => {
			toast({ title: t.blocked.saved });
			onClose();
			await client.invalidateQueries({ queryKey: validatorKeys.blocked });
		},
	});
	return (
		<form
			className="flex flex-col gap-4"
			onSubmit={(event) => {
				event.preventDefault();
				save.mutate();
			}}
		>
			<Field label={t.blocked.label} error={save.error ? save.error.message : undefined}>
				<Textarea
					mono
					rows={8}
					value={text}
					placeholder={t.blocked.placeholder}
					spellCheck={false}
					onChange={(event) => setText(event.target.value)}
				/>
			</Field>
			<DialogFormActions>
				<Button onClick={onClose}>{t.blocked.cancel}</Button>
				<Button variant="primary" type="submit" busy={save.isPending}>
					{t.blocked.save}
				</Button>
			</DialogFormActions>
		</form>
	);
}
