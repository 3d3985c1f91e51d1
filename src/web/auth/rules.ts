import type { RegisterOptions } from "react-hook-form";
import { t } from "./text.ts";

/** Client-side validation; the server validates again. */
export const rules = {
	name: { required: t.rules.pleaseEnterFullName },
	email: {
		required: t.rules.pleaseEnterEmailAddress,
		pattern: { value: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, message: t.rules.pleaseEnterValidEmail },
	},
	password: { required: t.rules.pleaseEnterPassword },
	/** The same limits as the server's. */
	newPassword: {
		required: t.rules.pleaseChoosePassword,
		minLength: { value: 8, message: t.rules.passwordTooShort },
		maxLength: { value: 128, message: t.rules.passwordTooLong },
	},
	answer: { required: t.rules.pleaseSolveMathProblem },
	code: { required: t.rules.pleaseEnterCode },
} satisfies Record<string, RegisterOptions>;

/** Field error when the server rejects the password as too common. */
export const tooCommon = {
	code: "PASSWORD_TOO_COMMON",
	message: t.rules.passwordCommon,
};
