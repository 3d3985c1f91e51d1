import { X } from "lucide-react";
import { domainOf, isOneAddress } from "#shared/mail/addresses.ts";
import { cx } from "#web/ui/base/cx.ts";
import type { DraftAddress } from "../../contract.ts";
import { t } from "../base/text.ts";

interface RecipientChipProps {
	person: DraftAddress;
	isSuppressed: boolean;
	onAllow: () => void;
	failure: string | undefined;
	/** The address that was probably meant; null: this one. */
	meant: string | null;
	onCorrect: (email: string) => void;
	onRemove: () => void;
}

/** One recipient: whether the address is one, gets mail, and is what was meant. */
export function RecipientChip(props: RecipientChipProps) {
	const { person, isSuppressed, onAllow, failure, meant, onCorrect, onRemove } = props;
	const name = person.name || person.email;
	const isBad = failure !== undefined || !isOneAddress(person.email);
	const why = failure ?? (isSuppressed ? t.recipients.suppressed : isBad ? t.recipients.noAddress : person.email);
	const tone = isBad
		? "border-red bg-red-soft"
		: isSuppressed || meant !== null
			? "border-amber bg-amber-soft"
			: "border-line bg-paper";
	return (
		<span
			title={why}
			className={cx(
				"inline-flex max-w-full items-center gap-1 border pr-1 pl-2.5 text-13",
				// A question is below an address that leaves no room beside it.
				meant === null ? "h-7 rounded-full" : "min-h-7 flex-wrap rounded-[14px] py-0.5",
				tone,
			)}
		>
			<span className={cx("truncate", isSuppressed && "line-through")}>{name}</span>
			{(isBad || isSuppressed) && <span className="sr-only">{why}</span>}
			{isSuppressed && (
				<button type="button" aria-label={t.recipients.allow(name)} onClick={onAllow} className={ACTION}>
					{t.recipients.allowShort}
				</button>
			)}
			{meant !== null && (
				<button type="button" onClick={() => onCorrect(meant)} className={ACTION}>
					{t.recipients.didYouMean(domainOf(meant))}
				</button>
			)}
			<button
				type="button"
				tabIndex={-1}
				aria-label={t.recipients.remove(name)}
				onClick={onRemove}
				className="flex size-5 items-center justify-center rounded-full text-ink-3 hover:bg-sunken hover:text-ink"
			>
				<X aria-hidden="true" size={13} />
			</button>
		</span>
	);
}

const ACTION = "shrink-0 rounded-1 px-1 font-semibold text-accent underline underline-offset-2";
