import { keyLabels } from "#web/lib/base/keys.ts";
import { cx } from "./cx.ts";

type Tone = "plain" | "inverse";

/** One key. */
export function Kbd({ children, tone = "plain" }: { children: string; tone?: Tone }) {
	return (
		<kbd
			className={cx(
				"inline-flex min-w-5 items-center justify-center rounded-1 border px-1 font-sans text-12 leading-[18px]",
				tone === "inverse" ? "border-transparent bg-transparent px-0 opacity-75" : "border-line bg-surface text-ink-2",
			)}
		>
			{children}
		</kbd>
	);
}

/** A shortcut in the command table's notation (`mod+k`, `g i`), shown with this platform's keys. */
export function Keys({ keys, tone }: { keys: string; tone?: Tone }) {
	return (
		<span className="inline-flex shrink-0 items-center gap-1">
			{keyLabels(keys).map((label, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice ("g g") and the list never changes
				<Kbd key={index} tone={tone}>
					{label}
				</Kbd>
			))}
		</span>
	);
}
