import { linkOptions, type RegisteredRouter } from "@tanstack/react-router";

/** The path of a page without parameters, for links that come from data. `Link` itself checks literal paths. */
export type AppPath = Exclude<keyof RegisteredRouter["routesByPath"] & string, `${string}$${string}`>;

/** The `account` of a link to the inbox that selects all mailboxes. */
export const ALL_MAILBOXES = "all";

/** Characters of a search that the inbox takes. */
export const MAX_SEARCH_LENGTH = 1000;

/** The inbox without an open message; add `search` for a folder or a search. */
export const inboxLink = linkOptions({ to: "/inbox/{-$emailId}", params: { emailId: undefined } });
