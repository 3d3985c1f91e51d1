import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { analyzerKeys, settings } from "./base/api.ts";
import { t } from "./base/text.ts";

interface Settings {
	domainLists: string[];
	addressLists: string[];
	contactMailServers: boolean;
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Edits whom an analysis asks. */
export function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const query = useQuery({
		queryKey: analyzerKeys.settings,
		enabled: open,
		queryFn: async ({ signal }): Promise<Settings> => {
			const { settings: sections } = await settings.getSettings({}, { signal });
			const { domainLists, addressLists, contactMailServers } = sections["spam-analyzer"] ?? {};
			return {
				...{ domainLists: texts(domainLists), addressLists: texts(addressLists) },
				contactMailServers: contactMailServers !== false,
			};
		},
	});
	return (
		<Dialog open={open} onClose={onClose} title={t.lists.title} description={t.lists.description}>
			<QueryView query={query}>{(lists) => <Form lists={lists} onClose={onClose} />}</QueryView>
		</Dialog>
	);
}

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((zone) => zone !== "");

function Form({ lists, onClose }: { lists: Settings; onClose: () => void }) {
	const client = useQueryClient();
	const [domains, setDomains] = useState(lists.domainLists.join("\n"));
	const [addresses, setAddresses] = useState(lists.addressLists.join("\n"));
	const [contacts, setContacts] = useState(lists.contactMailServers);
	const save = useMutation({
		mutationFn: () =>
			settings.updateSettings({
				params: { section: "spam-analyzer" },
				body: {
					...{ domainLists: linesOf(domains), addressLists: linesOf(addresses) },
					contactMailServers: contacts,
				},
			}),
		onSuccess: async () => {
			toast({ title: t.lists.saved });
			onClose();
			await client.invalidateQueries({ queryKey: analyzerKeys.settings });
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
			<Field label={t.lists.domains}>
				<Textarea
					mono
					rows={4}
					value={domains}
					spellCheck={false}
					onChange={(event) => setDomains(event.target.value)}
				/>
			</Field>
			<Field label={t.lists.addresses} error={save.error ? save.error.message : undefined}>
				<Textarea
					mono
					rows={4}
					value={addresses}
					spellCheck={false}
					onChange={(event) => setAddresses(event.target.value)}
				/>
			</Field>
			<Switch label={t.lists.contact} hint={t.lists.contactHint} checked={contacts} onChange={setContacts} />
			<DialogFormActions>
				<Button onClick={onClose}>{t.lists.cancel}</Button>
				<Button variant="primary" type="submit" busy={save.isPending}>
					{t.lists.save}
				</Button>
			</DialogFormActions>
		</form>
	);
}
