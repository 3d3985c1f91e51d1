import type { ComponentType } from "react";

/** A further way to sign in, such as "Continue with Microsoft": a button that starts it. */
export interface SignInWay {
	id: string;
	Button: ComponentType<{ mode: "sign-in" | "sign-up" }>;
}

/** The ways besides e-mail and password, in their order under the form. Each new way is one entry here. */
export const signInWays: readonly SignInWay[] = [];
