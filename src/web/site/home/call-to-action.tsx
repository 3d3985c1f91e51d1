import { useSiteHost } from "../host.tsx";
import { t } from "../text.ts";
import { Providers } from "./providers.tsx";

/** The call to action. */
export function CallToAction() {
	const { visitor } = useSiteHost();
	return (
		<section aria-labelledby="closing" className="mt-16 border-t border-line bg-sunken md:mt-24">
			<div className="mx-auto flex w-full max-w-page flex-wrap items-end justify-between gap-x-12 gap-y-6 px-4 py-12 md:px-8 md:py-16">
				<div>
					<h2
						id="closing"
						className="max-w-[24ch] font-display text-28 font-medium tracking-[-0.012em] md:text-[36px] md:leading-[1.12]"
					>
						{visitor === "signed-in" ? t.home.headline : t.home.demoTitle}
					</h2>
					<p className="mt-3 max-w-[56ch] text-16 text-ink-2">{t.home.demoDescription}</p>
				</div>
				<Providers />
			</div>
		</section>
	);
}
