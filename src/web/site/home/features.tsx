import { Gauge, type LucideIcon, Search, Server, Undo2 } from "lucide-react";
import { featureCards } from "../content.ts";
import { t } from "../text.ts";
import { Part } from "./part.tsx";

const icons: Record<(typeof featureCards)[number]["icon"], LucideIcon> = {
	undo: Undo2,
	search: Search,
	server: Server,
	facts: Gauge,
};

/** Four feature cards. */
export function Features() {
	return (
		<Part id="features" title={t.home.trustTitle}>
			<ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
				{featureCards.map(({ icon, title, text }) => {
					const Icon = icons[icon];
					return (
						<li key={title} className="border-t border-line-strong pt-4">
							<Icon aria-hidden="true" size={18} strokeWidth={1.8} className="text-accent" />
							<h3 className="mt-4 text-16 font-semibold">{title}</h3>
							<p className="mt-1.5 text-14 text-ink-2">{text}</p>
						</li>
					);
				})}
			</ul>
		</Part>
	);
}
