/** How much an AI client may do, from the least: read email, also plan changes, also apply them. Each is a scope of a key. */
export const clientAccessLevels = ["mail:read", "mail:plan", "mail:write"] as const;
export type ClientAccessLevel = (typeof clientAccessLevels)[number];
