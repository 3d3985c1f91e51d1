import type { RegisterOptions } from "react-hook-form";

/** What the forms ask for; the server has the last word. */
export const rules = {
	name: { required: "Please enter your full name." },
	email: {
		required: "Please enter your email address.",
		pattern: { value: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, message: "Please enter a valid email address." },
	},
	password: { required: "Please enter your password." },
	/** The server's own bounds. */
	newPassword: {
		required: "Please choose a password.",
		minLength: { value: 8, message: "Please use at least 8 characters." },
		maxLength: { value: 128, message: "Please use at most 128 characters." },
	},
	answer: { required: "Please solve the math problem." },
	code: { required: "Please enter the code." },
} satisfies Record<string, RegisterOptions>;

/** Shown at the password when the server refuses it as too common. */
export const tooCommon = {
	code: "PASSWORD_TOO_COMMON",
	message: "This password is one of the most common ones and easy to guess. Choose another.",
};
