import { brand } from "#shared/brand.ts";
import { useDark } from "#web/lib/settings/theme.ts";
import { cx } from "#web/ui/base/cx.ts";
import { hero } from "../content.ts";
import { useSiteHost } from "../host.tsx";
import inboxDark from "../pictures/inbox-dark.webp";
import inboxLight from "../pictures/inbox-light.webp";
import phoneDark from "../pictures/phone-dark.webp";
import phoneLight from "../pictures/phone-light.webp";
import { t } from "../text.ts";
import { Providers } from "./providers.tsx";

export function Hero() {
	const { hasPath } = useSiteHost();
	return (
		<div className="mx-auto w-full max-w-page px-4 pt-10 md:px-8 md:pt-20">
			<div className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-end">
				<div>
					{hasPath(hero.line.to) && <p className="mb-4 text-14 font-semibold text-accent">{hero.line.text}</p>}
					<h1
						tabIndex={-1}
						className="max-w-[15ch] font-display text-[42px] leading-[1.04] font-medium tracking-[-0.022em] sm:text-[56px] lg:text-[68px]"
					>
						{brand.headline}
					</h1>
				</div>
				<div className="flex flex-col gap-6 lg:pb-2">
					<p className="max-w-[48ch] text-16 text-ink-2 md:text-[17px] md:leading-[26px]">{brand.sentence}</p>
					<Providers />
				</div>
			</div>
			<ProductPicture />
		</div>
	);
}

/**
 * Product screenshot, light or dark like the page, with a phone variant. It begins below the top bar, which shows the
 * default name and logo, when the operator has set others.
 */
function ProductPicture() {
	const dark = useDark();
	const [wide, phone] = dark ? [inboxDark, phoneDark] : [inboxLight, phoneLight];
	return (
		<figure className="mt-10 md:mt-14">
			<div className="relative">
				<picture>
					<source media="(max-width: 767px)" srcSet={phone} />
					<img
						src={wide}
						alt={t.home.pictureAlt}
						width={1280}
						height={800}
						fetchPriority="high"
						className={cx(
							"aspect-[390/600] w-full rounded-3 border border-line-strong object-cover shadow-2",
							brand.isDefault
								? "object-top md:aspect-[1280/800]"
								: "object-[0_29%] md:aspect-[1280/748] md:object-bottom",
						)}
					/>
				</picture>
				<img
					src={phone}
					alt=""
					width={390}
					height={780}
					className={cx(
						"absolute -right-2 -bottom-14 hidden w-[196px] rounded-[18px] border border-line-strong shadow-2 lg:block xl:-right-7",
						!brand.isDefault && "aspect-[390/728] object-cover object-bottom",
					)}
				/>
			</div>
			<figcaption className="mt-3 max-w-[64ch] text-13 text-ink-3">{hero.caption}</figcaption>
		</figure>
	);
}
