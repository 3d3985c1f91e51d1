import {
	ArrowRight,
	BadgeCheck,
	type LucideIcon,
	MailQuestion,
	MailX,
	PenLine,
	ShieldCheck,
	UserRoundSearch,
} from "lucide-react";
import { figuresNote, type ToolCard, toolCards } from "../content.ts";
import { SiteLink, useSiteHost } from "../host.tsx";
import { t } from "../text.ts";
import { Part } from "./part.tsx";

const icons: Record<ToolCard["icon"], LucideIcon> = {
	validator: BadgeCheck,
	enrichment: UserRoundSearch,
	unsubscriber: MailX,
	personalizer: PenLine,
	"follow-up": MailQuestion,
	privacy: ShieldCheck,
};

/** A card for each installed tool, and one about privacy. */
export function ToolCards() {
	const { hasPath } = useSiteHost();
	const cards = toolCards.filter(({ to }) => hasPath(to));
	const tools = cards.length > 1;
	return (
		<Part
			id="tools"
			title={tools ? t.home.toolsTitle : t.home.yourPrivacy}
			text={tools ? t.home.toolsDescription : undefined}
		>
			<ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,300px),1fr))] gap-3">
				{cards.map((card) => (
					<li key={card.to}>
						<CardLink card={card} />
					</li>
				))}
			</ul>
			{cards.some(({ claim }) => claim !== undefined) && <p className="mt-2 text-12 text-ink-3">* {figuresNote}</p>}
		</Part>
	);
}

function CardLink({ card }: { card: ToolCard }) {
	const { titleOf } = useSiteHost();
	const Icon = icons[card.icon];
	return (
		<SiteLink
			to={card.to}
			className="group flex h-full flex-col rounded-3 border border-line bg-surface p-5 transition-colors hover:border-line-strong"
		>
			<span className="flex items-center justify-between">
				<Icon aria-hidden="true" size={20} strokeWidth={1.8} className="text-accent" />
				<ArrowRight
					aria-hidden="true"
					size={16}
					className="text-ink-3 transition-transform group-hover:translate-x-0.5 group-hover:text-accent"
				/>
			</span>
			<span className="mt-5 font-display text-20 font-medium">{titleOf(card.to) ?? card.title}</span>
			<span className="mt-1 max-w-[52ch] text-14 text-ink-2">{card.text}</span>
			{card.claim !== undefined && <span className="mt-3 text-13 font-semibold">{card.claim}*</span>}
		</SiteLink>
	);
}
