import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { accentTokens } from "#shared/brand-colors.ts";
import { DefaultMark } from "#web/ui/base/mark.tsx";
import { buttonStyle } from "#web/ui/button/button-style.ts";
import { Card } from "#web/ui/page/card.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { t } from "./text.ts";

interface BrandPreviewProps {
	name: string;
	senderName: string;
	/** As `#1d5b41`; null: the default. */
	accent: string | null;
	/** For `<img>`; null: the default. */
	logo: string | null;
}

const THEMES = [
	{ theme: "light", label: t.brandPage.light },
	{ theme: "dark", label: t.brandPage.dark },
] as const;

/** How a brand looks in both themes, before it is saved. */
export function BrandPreview({ name, senderName, accent, logo }: BrandPreviewProps) {
	const mail = useQuery({
		queryKey: operatorKeys.mail,
		queryFn: ({ signal }) => operatorApi.getSystemMail({}, { signal }),
	});
	const tokens = accent === null ? null : accentTokens(accent);
	return (
		<Card title={t.brandPage.preview}>
			<div className="grid gap-4 sm:grid-cols-2">
				{THEMES.map(({ theme, label }) => (
					<figure key={theme} className="min-w-0">
						<figcaption className="mb-1.5 text-13 text-ink-3">{label}</figcaption>
						{/* The tokens of the theme, and on them those of the color. */}
						<div
							data-theme={theme}
							style={tokens?.[theme] as CSSProperties | undefined}
							className="overflow-hidden rounded-2 border border-line bg-paper text-ink"
						>
							<p className="flex items-center gap-2.5 border-b border-line px-3 py-2.5 font-display text-[18px] font-semibold">
								{logo === null ? (
									<DefaultMark />
								) : (
									<img src={logo} alt="" width={22} height={22} className="shrink-0 object-contain" />
								)}
								<span className="min-w-0 truncate">{name}</span>
							</p>
							<div className="flex flex-col items-start gap-3 p-3 text-13">
								<p>
									{t.brandPage.sampleTitle} · <span className="text-accent underline">{t.brandPage.sampleLink}</span>
								</p>
								<p className="w-full rounded-1 bg-selected px-2 py-1.5 text-accent">{t.brandPage.sampleSelected}</p>
								<span className={buttonStyle({ variant: "primary" }, false)}>{t.brandPage.sampleButton}</span>
							</div>
						</div>
					</figure>
				))}
			</div>
			<p className="mt-4 text-13 break-words">
				<span className="text-ink-3">{t.brandPage.senderPreview}: </span>
				{senderName} {mail.data !== undefined && `<${mail.data.from}>`}
			</p>
		</Card>
	);
}
