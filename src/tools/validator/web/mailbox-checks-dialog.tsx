import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { SelfTest } from "../contract.ts";
import { settings, validator, validatorKeys } from "./base/api.ts";
import { t } from "./base/text.ts";
import { CheckLine } from "./results/check-line.tsx";

/** Turns mailbox checks on, and tests whether they can work from this server. */
export function MailboxChecksDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const client = useQueryClient();
	const query = useQuery({
		queryKey: validatorKeys.mailboxChecks,
		enabled: open,
		queryFn: async ({ signal }) => {
			const { settings: sections } = await settings.getSettings({}, { signal });
			return sections.validator?.checkMailboxes === true;
		},
	});
	const change = useMutation({
		mutationFn: (checkMailboxes: boolean) =>
			settings.updateSettings({ params: { section: "validator" }, body: { checkMailboxes } }),
		onSuccess: (_, isOn) => client.setQueryData(validatorKeys.mailboxChecks, isOn),
		onError: (error) => toast({ title: t.mailboxChecks.couldntSave, description: error.message, tone: "destructive" }),
	});
	const test = useMutation({ mutationFn: () => validator.testMailboxChecks() });
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.mailboxChecks.title}
			description={t.mailboxChecks.description}
			actions={
				<Button variant="primary" onClick={onClose}>
					{t.mailboxChecks.done}
				</Button>
			}
		>
			<div className="flex flex-col gap-5">
				<QueryView query={query} errorTitle={t.mailboxChecks.couldntLoad}>
					{(isOn) => (
						<Switch
							label={t.mailboxChecks.turnOn}
							hint={t.mailboxChecks.hint}
							checked={isOn}
							disabled={change.isPending}
							onChange={(on) => change.mutate(on)}
						/>
					)}
				</QueryView>
				<div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
					<p className="min-w-48 flex-1 text-13 text-ink-2">{t.mailboxChecks.testNote}</p>
					<Button busy={test.isPending} onClick={() => test.mutate()}>
						{test.isPending ? t.mailboxChecks.testing : t.mailboxChecks.test}
					</Button>
				</div>
				{test.error && <Notice tone="red">{`${t.mailboxChecks.couldntTest}: ${test.error.message}`}</Notice>}
				{test.data && <Result result={test.data} />}
			</div>
		</Dialog>
	);
}

const tones = { yes: "green", limited: "amber", no: "red" } as const;

function Result({ result: { result, checks } }: { result: SelfTest }) {
	return (
		<section aria-label={t.mailboxChecks.checks} className="flex flex-col gap-3">
			<Notice tone={tones[result]}>{t.mailboxChecks.results[result]}</Notice>
			<ul className="divide-y divide-line border-y border-line">
				{checks.map((check) => (
					<CheckLine key={check.name} check={check} />
				))}
			</ul>
		</section>
	);
}
