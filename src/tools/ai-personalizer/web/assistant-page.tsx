import { useMutation, useQuery } from "@tanstack/react-query";
import { Sparkles, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { announce, toast } from "#web/ui/toast/toast.ts";
import { type Profile, profileQuery, saveProfile, streamedDraft } from "./api.ts";
import { DraftView } from "./draft-view.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";
import { type FormValues, RequestForm } from "./request-form.tsx";
import { t } from "./text.ts";

/** `/tool/ai-personalizer`: a draft from a recipient and a goal. */
export default function AssistantPage() {
	const profile = useQuery(profileQuery);
	const [isProfileOpen, setProfileOpen] = useState(false);
	return (
		<Page>
			<PageHeader
				hasBack
				title={t.page.title}
				description={t.page.description}
				actions={
					<Button icon={UserRound} onClick={() => setProfileOpen(true)}>
						{t.page.profile}
					</Button>
				}
			/>
			<QueryView query={profile} errorTitle={t.profile.couldntLoad}>
				{(values) => (
					<>
						<Assistant profile={values} />
						{isProfileOpen && <ProfileDialog profile={values} onClose={() => setProfileOpen(false)} />}
					</>
				)}
			</QueryView>
		</Page>
	);
}

function Assistant({ profile }: { profile: Profile }) {
	const { tone, length, language } = profile;
	const [values, setValues] = useState<FormValues>({ recipient: "", goal: "", tone, length, language });
	const running = useRef<AbortController | null>(null);
	/** What the model has written so far. */
	const [partial, setPartial] = useState("");
	const generate = useMutation({
		mutationFn: async ({ isAnother }: { isAnother: boolean }) => {
			const controller = new AbortController();
			running.current = controller;
			const { recipient, goal, ...style } = values;
			setPartial("");
			const draft = await streamedDraft({ recipient, goal, ...style, isAnother }, controller.signal, setPartial);
			// The next draft starts with the same choices.
			await saveProfile(style).catch(() => undefined);
			return { draft, goal, language: values.language };
		},
		onSuccess: ({ draft }) => announce(`${t.form.generated}.`, t.form.generatedFor(draft.recipient)),
		onError: (error) => {
			if (running.current?.signal.aborted) return;
			const reason = error.message === "" ? "" : `. ${error.message}`;
			toast({ title: t.form.failed, description: `${t.form.failedDescription}${reason}`, tone: "destructive" });
		},
	});
	const start = (isAnother = false) => {
		if (values.recipient.trim() === "" || values.goal.trim() === "")
			toast({ title: t.form.missing, description: t.form.missingDescription, tone: "destructive" });
		else generate.mutate({ isAnother });
	};
	return (
		<div className="grid min-w-0 items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
			<RequestForm
				values={values}
				onChange={setValues}
				isBusy={generate.isPending}
				onSubmit={() => start()}
				onCancel={() => running.current?.abort()}
			/>
			{generate.isPending && partial !== "" ? (
				<Card title={t.form.generating}>
					<p aria-live="polite" aria-busy="true" dir="auto" className="text-14 whitespace-pre-line wrap-anywhere">
						{partial}
					</p>
				</Card>
			) : generate.data ? (
				<DraftView
					key={generate.submittedAt}
					draft={generate.data.draft}
					language={generate.data.language}
					given={[generate.data.goal, profile.offer, profile.proof, profile.signature].join("\n")}
					signature={profile.signature}
					isBusy={generate.isPending}
					onAnother={() => start(true)}
				/>
			) : (
				<Card>
					<EmptyState icon={Sparkles} title={t.draft.empty} description={t.draft.emptyDescription} />
				</Card>
			)}
		</div>
	);
}
