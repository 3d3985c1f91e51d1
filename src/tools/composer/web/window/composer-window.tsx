import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { cx } from "#web/ui/base/cx.ts";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Draft } from "../../contract.ts";
import { draftQueryKey } from "../base/api.ts";
import { t } from "../base/text.ts";
import { closeComposer, type OpenComposer } from "../draft/open-composers.ts";
import { loadDraft } from "../draft/start-draft.ts";
import { useFollowSending } from "../sending/sending.ts";
import { ComposerForm } from "./composer-form.tsx";
import { WindowBar } from "./window-bar.tsx";

interface ComposerWindowProps {
	composer: OpenComposer;
	/** On a phone only this one shows. */
	isLast: boolean;
}

/** A composer: docked at the bottom right, over the whole screen on a phone. */
export default function ComposerWindow({ composer, isLast }: ComposerWindowProps) {
	const { draftId, draft, size } = composer;
	const isPhone = usePhone();
	const [subject, setSubject] = useState(draft?.subject ?? "");
	const query = useQuery({
		queryKey: draftQueryKey(draftId),
		queryFn: ({ client }) => loadDraft(client, draftId),
		// It is edited here from then on.
		staleTime: "static",
		gcTime: 0,
		...(draft && { initialData: draft }),
	});
	useSentDraft(query.data);
	const isMinimized = size === "minimized" && !isPhone;
	return (
		<section
			role="dialog"
			data-type-ahead=""
			aria-label={subject.trim() || t.window.newMessage}
			className={cx(
				"pointer-events-auto flex min-w-0 flex-col overflow-hidden border-line bg-surface text-ink shadow-2",
				"max-sm:fixed max-sm:inset-0 max-sm:h-dvh sm:rounded-t-3 sm:border sm:border-b-0",
				!isLast && "max-sm:hidden",
				isMinimized
					? "sm:w-64"
					: size === "full"
						? "sm:h-[calc(100dvh-72px)] sm:w-[min(960px,100%)]"
						: "sm:h-[min(640px,calc(100dvh-72px))] sm:w-[560px]",
			)}
		>
			<QueryView
				query={query}
				loading={
					<>
						<WindowBar
							draftId={draftId}
							title={t.window.newMessage}
							size={size}
							onClose={() => closeComposer(draftId)}
						/>
						<div className="p-4">
							<Skeleton shape="text" rows={5} label={t.window.opening} />
						</div>
					</>
				}
				errorTitle={t.window.couldntOpen}
				errorAction={null}
			>
				{(loaded) =>
					loaded.state === "editing" && (
						<ComposerForm
							// Another window's version replaces what is shown.
							key={loaded.version}
							draft={loaded}
							isFresh={composer.isFresh === true}
							isRestored={composer.isRestored === true}
							note={composer.note}
							coversPage={isPhone && isLast}
							size={isMinimized ? "minimized" : size}
							onSubject={setSubject}
						/>
					)
				}
			</QueryView>
		</section>
	);
}

/** A message that was sent while its window was loaded again is followed, and not edited: it would be sent twice. */
function useSentDraft(draft: Draft | undefined): void {
	const follow = useFollowSending();
	const latest = useRef(follow);
	useEffect(() => {
		latest.current = follow;
	});
	useEffect(() => {
		if (draft === undefined || draft.state === "editing") return;
		closeComposer(draft.id);
		latest.current(draft);
	}, [draft]);
}
