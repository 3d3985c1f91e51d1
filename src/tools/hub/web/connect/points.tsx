import { Check, type LucideIcon } from "lucide-react";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Section } from "#web/ui/page/card.tsx";
import type { Point } from "./consent-texts.ts";

interface PointsProps {
	title: string;
	icon?: LucideIcon;
	points: readonly Point[];
}

/** A list of benefits, limited to what this installation provides. */
export function Points({ title, icon: Icon = Check, points }: PointsProps) {
	const { hasPath } = useInstalled();
	return (
		<Section title={title}>
			<ul className="flex flex-col gap-3">
				{points
					.filter(({ page }) => page === undefined || hasPath(page))
					.map(({ title: name, text }) => (
						<li key={name} className="flex gap-2.5">
							<Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-accent" />
							<div className="min-w-0 text-14">
								<span className="font-medium">{name}</span>
								<p className="text-13 text-pretty text-ink-2">{text}</p>
							</div>
						</li>
					))}
			</ul>
		</Section>
	);
}
