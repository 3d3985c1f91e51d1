import type { ReactNode } from "react";
import { brand } from "#shared/brand.ts";
import { Mark } from "#web/ui/base/mark.tsx";
import { contactAddress } from "./contact-address.ts";
import { addresses, type FooterLink, footer, social } from "./content.ts";
import { SiteLink, useSiteHost } from "./host.tsx";
import { SocialIcon } from "./social-icons.tsx";
import { t } from "./text.ts";

/** Below public pages and tools. A link shows once its page is registered. */
export default function Footer() {
	const address = contactAddress();
	return (
		<footer className="border-t border-line bg-surface">
			<div className="mx-auto grid w-full max-w-page grid-cols-2 gap-x-8 gap-y-10 px-4 pt-12 pb-8 md:grid-cols-[minmax(0,1.7fr)_repeat(3,minmax(0,1fr))] md:px-8">
				<div className="col-span-2 md:col-span-1">
					<p className="flex items-center gap-2.5 font-display text-[18px] font-semibold tracking-[-0.01em]">
						<Mark />
						{brand.name}
					</p>
					<p className="mt-3 max-w-[36ch] text-14 text-ink-2">{footer.description}</p>
					<Social />
				</div>
				<Links title={t.footer.product} links={footer.product} />
				<Links title={t.footer.tools} links={footer.tools} />
				<Links title={t.footer.legalSupport} links={footer.legal} wideOnPhone>
					{address !== null && (
						<li>
							<a href={`mailto:${address}`} className={`${linkClass} break-all`}>
								{address}
							</a>
						</li>
					)}
					<li className="py-1 text-14 text-ink-3">{addresses.location}</li>
				</Links>
			</div>
			<div className="mx-auto w-full max-w-page px-4 md:px-8">
				<p className="border-t border-line py-5 text-13 text-ink-3">{t.footer.copyright(footer.copyright)}</p>
			</div>
		</footer>
	);
}

const linkClass = "inline-block rounded-1 py-1 text-14 text-ink-2 transition-colors hover:text-ink hover:underline";

interface LinksProps {
	title: string;
	links: readonly FooterLink[];
	/** Its email address needs the width. */
	wideOnPhone?: boolean;
	children?: ReactNode;
}

function Links({ title, links, wideOnPhone, children }: LinksProps) {
	const { hasPath, titleOf } = useSiteHost();
	return (
		<nav aria-label={t.footer.footerNamed(title)} className={wideOnPhone ? "max-md:col-span-2" : ""}>
			<h2 className="mb-2 text-13 font-semibold">{title}</h2>
			<ul>
				{links
					.filter(({ to }) => hasPath(to))
					.map(({ label, to }) => (
						<li key={to}>
							<SiteLink to={to} className={linkClass}>
								{titleOf(to) ?? label}
							</SiteLink>
						</li>
					))}
				{children}
			</ul>
		</nav>
	);
}

function Social() {
	const home = encodeURIComponent(`${location.origin}/`);
	return (
		<ul className="mt-4 -ml-2 flex gap-1">
			{social.map(({ network, href }) => (
				<li key={network}>
					<a
						href={href.replace("{url}", home)}
						target="_blank"
						rel="noopener noreferrer"
						aria-label={t.footer.shareOn(network)}
						className="flex size-8 items-center justify-center rounded-2 text-ink-3 transition-colors hover:bg-sunken hover:text-ink"
					>
						<SocialIcon network={network} />
					</a>
				</li>
			))}
		</ul>
	);
}
