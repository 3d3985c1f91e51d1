import type { ReactNode } from "react";
import { type FigureId, figures } from "#shared/figures/figures.ts";
import { DefinitionContext } from "./definition.ts";

interface DefinedProps {
	figure: FigureId;
	children: ReactNode;
}

/** A figure on the screen, with its name if it has one: on hover it says what it counts. */
export function Defined({ figure, children }: DefinedProps) {
	const { definition } = figures[figure];
	return (
		<DefinitionContext value={definition}>
			<span title={definition}>{children}</span>
		</DefinitionContext>
	);
}
