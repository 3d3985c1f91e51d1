import { SlidersHorizontal } from "lucide-react";
import { IconButton } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { t } from "../../base/text.ts";
import { operators } from "./search-operators.ts";

interface SearchOptionsProps {
	/** Operators have no meaning in a plain search. */
	isPlain: boolean;
	onPlain: (isPlain: boolean) => void;
	onOperator: (operator: string) => void;
}

/** How a search is read, and the operators to add to it. */
export function SearchOptions({ isPlain, onPlain, onOperator }: SearchOptionsProps) {
	return (
		<Popover
			title={t.list.searchHelp}
			trigger={<IconButton icon={SlidersHorizontal} size="small" label={t.list.searchOptions} />}
		>
			<div className="flex flex-col gap-3 px-4 py-3">
				<Switch checked={isPlain} onChange={onPlain} label={t.list.plainSearch} hint={t.list.plainSearchHint} />
				{!isPlain && <Operators onPick={onOperator} />}
			</div>
		</Popover>
	);
}

function Operators({ onPick }: { onPick: (operator: string) => void }) {
	return (
		<ul className="-mx-2 max-h-[min(30rem,50dvh)] overflow-y-auto border-t border-line pt-2">
			{operators.map(({ text, means }) => (
				<li key={text}>
					<button
						type="button"
						onClick={() => onPick(text)}
						className="flex w-full items-baseline gap-3 rounded-2 px-2 py-1 text-left text-13 hover:bg-sunken"
					>
						<span className="w-40 shrink-0 font-mono text-12">{text}</span>
						<span className="min-w-0 text-ink-2">{means}</span>
					</button>
				</li>
			))}
		</ul>
	);
}
