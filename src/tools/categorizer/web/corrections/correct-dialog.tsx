import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import { formatMailTime } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Choice } from "#web/ui/form/choice.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import type { Target } from "../../contract.ts";
import { categorizer } from "../base/api.ts";
import { type Category, categories, categoryInfo } from "../base/categories.ts";
import { t } from "../base/text.ts";
import type { Mover } from "./moves.ts";

export interface Question {
	mover: Mover;
	/** The category of most of its mail. */
	from: Category;
}

interface CorrectDialogProps {
	/** Null: closed. */
	question: Question | null;
	onClose: () => void;
	/** Resolves once all messages have changed. */
	onMove: (target: Target, category: Category) => Promise<void>;
}

/** Assigns a category to all mail of a sender or list, after a preview of the affected past messages. */
export function CorrectDialog({ question, onClose, onMove }: CorrectDialogProps) {
	// Keeps the content rendered while the dialog closes.
	const [last, setLast] = useState(question);
	if (question !== null && question !== last) setLast(question);
	const shown = question ?? last;
	if (shown === null) return null;
	return (
		<CorrectForm
			key={JSON.stringify(shown)}
			question={shown}
			open={question !== null}
			onClose={onClose}
			onMove={onMove}
		/>
	);
}

function CorrectForm({ question, open, onClose, onMove }: CorrectDialogProps & { question: Question; open: boolean }) {
	const { mover, from } = question;
	const others = categories.filter(({ id }) => id !== from);
	const [category, setCategory] = useState<Category>(others[0]?.id ?? "primary");
	const [moving, setMoving] = useState(false);
	const { name, ...target } = mover;
	const preview = useQuery({
		queryKey: [...keys.mail, "categorizer", "preview", target, category],
		queryFn: ({ signal }) => categorizer.previewCorrection({ body: { target, category } }, { signal }),
		enabled: open,
	});
	const move = async () => {
		setMoving(true);
		await onMove(target, category);
		setMoving(false);
		onClose();
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={mover.type === "list" ? t.corrections.moveList(name) : t.corrections.moveSender(name)}
			description={
				mover.type === "list" ? t.corrections.listDescription : t.corrections.senderDescription(mover.senderEmail)
			}
			size="medium"
			actions={
				<>
					<Button onClick={onClose}>{t.corrections.cancel}</Button>
					<Button variant="primary" busy={moving} disabled={preview.data === undefined} onClick={() => void move()}>
						{t.corrections.moveTo(categoryInfo(category).name)}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<Choice
					label={t.corrections.category}
					columns={2}
					value={category}
					onChange={setCategory}
					options={others.map(({ id, name: label }) => ({ value: id, label }))}
				/>
				<QueryView query={preview} errorTitle={t.corrections.couldntMakePreview}>
					{({ count, sample }) => (
						<div className="flex flex-col gap-2">
							<p role="status" className="text-14">
								{count === 0 ? (
									t.corrections.noPastEmails
								) : (
									<>
										<strong>{t.corrections.pastEmailCount(count)}</strong> {t.corrections.pastEmails(count)}
									</>
								)}
							</p>
							{sample.length > 0 && (
								<ul aria-label={t.corrections.newestOfThem} className="rounded-2 border border-line">
									{sample.map((email) => (
										<li
											key={email.id}
											className="flex items-baseline gap-3 border-b border-line px-3 py-1.5 text-13 last:border-0"
										>
											<span className="min-w-0 flex-1 truncate">{email.subject || t.corrections.noSubject}</span>
											{email.category && (
												<span className="shrink-0 text-12 text-ink-3">{categoryInfo(email.category).name}</span>
											)}
											<span className="shrink-0 text-12 text-ink-3 tabular-nums">
												{formatMailTime(email.receivedAt)}
											</span>
										</li>
									))}
								</ul>
							)}
						</div>
					)}
				</QueryView>
			</div>
		</Dialog>
	);
}
