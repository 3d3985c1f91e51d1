import { createContext, use } from "react";

/** What the number around it counts; null: nothing says so. */
export const DefinitionContext = createContext<string | null>(null);

/** For links in a number: their own hint would hide what the number counts. */
export function useDefinition(): string | null {
	return use(DefinitionContext);
}
