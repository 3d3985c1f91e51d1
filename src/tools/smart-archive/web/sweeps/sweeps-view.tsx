import { Plus, WandSparkles } from "lucide-react";
import { useEffect } from "react";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { forecastLine } from "#web/lib/plan/result.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import type { SweepDraft } from "../../contract.ts";
import { smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";
import { termsOf } from "./describe-sweep.ts";
import { SweepForm } from "./sweep-form.tsx";
import { SweepRow } from "./sweep-row.tsx";
import { type Previewed, useSweeps } from "./use-sweeps.ts";

interface SweepsViewProps {
	account: string | undefined;
	/** Mailboxes that can be changed. */
	mailboxes: readonly Account[];
	/** A rule prefilled elsewhere on the page. */
	begun: Partial<SweepDraft> | null;
	onApplied: () => void;
}

/** The list of sweep rules. */
export function SweepsView({ account, mailboxes, begun, onApplied }: SweepsViewProps) {
	const sweeps = useSweeps(account);
	const { query, previewed } = sweeps;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a rule begun elsewhere is read once
	useEffect(() => {
		if (begun === null) return;
		sweeps.begin(begun);
		onApplied();
	}, [begun]);
	const readOnly = mailboxes.length === 0;
	return (
		<Section
			title={t.sweeps.sweepRules}
			note={t.sweeps.sweepRulesNote}
			actions={
				(query.data?.length ?? 0) > 0 && (
					<Button icon={Plus} size="small" disabled={readOnly} onClick={() => sweeps.begin({})}>
						{t.sweeps.createSweepRule}
					</Button>
				)
			}
		>
			<div className="rounded-3 border border-line bg-surface">
				<QueryView
					query={query}
					isEmpty={(items) => items.length === 0}
					empty={
						<EmptyState
							icon={WandSparkles}
							title={t.sweeps.noSweepRulesYet}
							description={t.sweeps.noSweepRulesYetDescription}
							action={
								<Button disabled={readOnly} onClick={() => sweeps.begin({})}>
									{t.sweeps.createSweepRule}
								</Button>
							}
						/>
					}
				>
					{(items) => (
						<ul ref={steadyRows} className="divide-y divide-line">
							{items.map((sweep) => (
								<SweepRow
									key={sweep.id}
									sweep={sweep}
									mailbox={mailboxes.length > 1 ? mailboxes.find(({ id }) => id === sweep.accountId)?.name : undefined}
									readOnly={readOnly}
									onEdit={() => sweeps.begin({ ...sweep, account: sweep.accountId })}
									onChanged={() => void sweeps.refresh()}
								/>
							))}
						</ul>
					)}
				</QueryView>
			</div>
			<SweepForm
				begun={sweeps.begun}
				mailboxes={mailboxes}
				busy={sweeps.isPreviewing}
				error={sweeps.previewError}
				onPreview={sweeps.preview}
				onClose={sweeps.stop}
			/>
			<Preview previewed={previewed} onClose={sweeps.closePreview} onOver={() => void sweeps.refresh()} />
		</Section>
	);
}

interface PreviewProps {
	previewed: Previewed | null;
	onClose: () => void;
	onOver: () => void;
}

function Preview({ previewed, onClose, onOver }: PreviewProps) {
	return (
		<PlanDialog
			plan={previewed?.plan ?? null}
			title={previewed === null ? t.sweeps.sweepRule : t.sweeps.ruleFor(previewed.draft.senderEmail)}
			verb={(count) => t.sweeps.saveAndSweep(count)}
			failedTitle={t.sweeps.cleanupFailed}
			apply={async (plan) => {
				if (previewed === null) throw new Error(t.sweeps.draftGone);
				const { job } = await smartArchive.saveSweep({ body: { rule: previewed.draft, plan: plan.id } });
				if (job === null) throw new Error(t.sweeps.nothingSwept);
				return { job, operation: { id: plan.id } };
			}}
			done={(result) => ({ title: t.sweeps.sweepRuleSaved, description: `${forecastLine(result)}.` })}
			onOver={onOver}
			onClose={onClose}
		>
			{previewed && <Notice>{t.sweeps.excludedNote(termsOf(previewed.draft))}</Notice>}
		</PlanDialog>
	);
}
