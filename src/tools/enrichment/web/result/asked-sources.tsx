import type { AskedSource } from "../../contract.ts";
import { t } from "../base/text.ts";

/** Which sources were asked, and how that went. */
export function AskedSources({ asked }: { asked: readonly AskedSource[] }) {
	return (
		<section aria-label={t.result.asked} className="flex flex-col gap-1 text-13">
			<h3 className="font-semibold">{t.result.asked}</h3>
			<ul className="flex flex-col gap-0.5 text-ink-2">
				{asked.map(({ source, state, detail }) => (
					<li key={source} className="flex flex-wrap gap-x-2">
						<span>{t.result.sources[source]}</span>
						<span className={state === "failed" ? "text-red" : "text-ink-3"}>{t.result.askedStates[state]}</span>
						{detail !== null && <span className="text-ink-3">{detail}</span>}
					</li>
				))}
			</ul>
		</section>
	);
}
