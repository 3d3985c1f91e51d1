import { useMutation, useQueryClient } from "@tanstack/react-query";
import { EllipsisVertical, Mail, RefreshCw, Trash2, UserRoundX } from "lucide-react";
import { ALL_MAILBOXES, inboxLink } from "#web/lib/base/links.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Button, ButtonLink, IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Enrichment } from "../../contract.ts";
import type { PictureKind } from "../../fields.ts";
import { enrichmentApi, enrichmentKeys } from "../base/api.ts";
import { detailsOf } from "../base/details-of.ts";
import { t } from "../base/text.ts";
import { AskedSources } from "./asked-sources.tsx";
import { FactRows, Row } from "./fact-rows.tsx";

interface ResultViewProps {
	result: Enrichment;
	onRefresh: () => void;
	/** The result was deleted. */
	onGone: () => void;
}

/** What is known about a person, each detail with its source. */
export function ResultView({ result, onRefresh, onGone }: ResultViewProps) {
	const { email, fullName, position, company, confidence, pictures } = result;
	const pictureOf = (kind: PictureKind) => pictures.find((one) => one.kind === kind)?.dataUrl ?? null;
	const logo = pictureOf("logo");
	const work = [position, company].filter((part) => part !== null).join(", ");
	return (
		<section aria-label={fullName ?? email} className="flex min-w-0 flex-col gap-4">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<Avatar name={fullName ?? email} size="large" picture={pictureOf("person")} />
				<div className="min-w-0 flex-1">
					<h2 className="font-display text-20 font-medium break-words">{fullName ?? email}</h2>
					<p className="flex min-w-0 items-center gap-2 text-14 text-ink-2">
						{logo !== null && <Avatar name={company ?? email} shape="square" size="small" picture={logo} />}
						<span className="min-w-0 break-words">{work === "" ? email : work}</span>
					</p>
					<p className="text-12 text-ink-3">
						{t.result.details(detailsOf(result))} · {t.result.checked(result.checkedAt)}
					</p>
				</div>
				<Actions result={result} onRefresh={onRefresh} onGone={onGone} />
			</div>
			<div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
				<Card title={t.result.personal}>
					<FactRows result={result} fields={["fullName", "email", "phone", "location", "address"]} />
				</Card>
				<Card title={t.result.professional}>
					<FactRows result={result} fields={["company", "position", "linkedIn", "twitter", "website"]}>
						<Row label={t.result.confidence}>
							<span className="block font-medium tabular-nums">{t.result.sure(confidence)}</span>
							<span className="block text-12 text-ink-3">{t.result.confidenceNote}</span>
						</Row>
					</FactRows>
				</Card>
			</div>
			<AskedSources asked={result.asked} />
		</section>
	);
}

function Actions({ result: { id, email }, onRefresh, onGone }: ResultViewProps) {
	const client = useQueryClient();
	const refresh = () => client.invalidateQueries({ queryKey: enrichmentKeys.all });
	const optIn = useMutation({
		mutationFn: () => enrichmentApi.optIn({ query: { email } }),
		onSuccess: refresh,
	});
	const optOut = useMutation({
		mutationFn: () => enrichmentApi.optOut({ body: { email } }),
		onSuccess: async () => {
			onGone();
			toast({
				title: t.result.optedOut(email),
				description: t.result.optedOutDescription,
				undo: async () => {
					await optIn.mutateAsync();
					onRefresh();
				},
			});
			await refresh();
		},
		onError: (error) => toast({ title: t.result.couldntOptOut, description: error.message, tone: "destructive" }),
	});
	const remove = useMutation({
		mutationFn: () => enrichmentApi.deleteEnrichment({ params: { id } }),
		onSuccess: async () => {
			onGone();
			toast({ title: t.result.removed });
			await refresh();
		},
		onError: (error) => toast({ title: t.result.couldntRemove, description: error.message, tone: "destructive" }),
	});
	return (
		<div className="flex flex-wrap items-center gap-2">
			<ButtonLink {...inboxLink} search={{ q: `from:${email}`, account: ALL_MAILBOXES }} icon={Mail}>
				{t.result.emails}
			</ButtonLink>
			<Button icon={RefreshCw} onClick={onRefresh}>
				{t.result.refresh}
			</Button>
			<Menu
				align="end"
				trigger={<IconButton icon={EllipsisVertical} label={t.result.more} />}
				entries={[
					{ label: t.result.optOut, icon: UserRoundX, onSelect: () => optOut.mutate() },
					{ label: t.result.remove, icon: Trash2, danger: true, onSelect: () => remove.mutate() },
				]}
			/>
		</div>
	);
}
