import { expect, it } from "vitest";
import type { Session } from "./session.ts";
import { eventBetween } from "./session-events.ts";

const at = "2026-01-01T00:00:00.000Z";
const ada: Session = {
	session: { id: "s1", createdAt: at, expiresAt: "2026-02-01T00:00:00.000Z" },
	user: {
		id: "u1",
		email: "ada@example.org",
		name: "Ada",
		emailVerified: false,
		twoFactorEnabled: false,
		createdAt: at,
	},
};
const later = { ...ada, session: { ...ada.session, expiresAt: "2026-02-02T00:00:00.000Z" } };
const renewed = { ...ada, session: { ...ada.session, id: "s2" } };
const renamed = { ...ada, user: { ...ada.user, name: "Ada L." } };
const bea = { ...ada, user: { ...ada.user, id: "u2" } };

it.each([
	[undefined, ada, "INITIAL_SESSION"],
	[undefined, null, "INITIAL_SESSION"],
	[null, ada, "SIGNED_IN"],
	[ada, bea, "SIGNED_IN"],
	[ada, null, "SIGNED_OUT"],
	[ada, later, "TOKEN_REFRESHED"],
	[ada, renewed, "TOKEN_REFRESHED"],
	[ada, renamed, "USER_UPDATED"],
	[ada, { ...ada }, null],
	[null, null, null],
])("names what happened (%#)", (before, now, event) => expect(eventBetween(before, now)).toBe(event));
