import { createContext, useContext } from "react";

/** Called when a link of the rail is followed: the menu of small screens closes. */
export const RailNavigation = createContext<(() => void) | undefined>(undefined);

export function useRailNavigation(): (() => void) | undefined {
	return useContext(RailNavigation);
}
