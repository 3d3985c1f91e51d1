import type { RegisterOptions } from "react-hook-form";

/** Client-side validation; the server validates again. */
export const rules = {
	name: { required: "Please enter your full name." },
	email: {
		required: "Please enter your email address.",
		pattern: { value: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, message: "Please enter a valid email address." },
	},
	password: { required: "Please enter your password." },
	/** The same limits as the server's. */
	newPassword: {
		required: "Please choose a password.",
		minLength: { value: 8, message: "Please use at least 8 characters." },
		maxLength: { value: 128, message: "Please use at most 128 characters." },
	},
	answer: { required: "Please solve the math problem." },
	code: { required: "Please enter the code." },
} satisfies Record<string, RegisterOptions>;

/** Field error when the server rejects the password as too common. */
export const tooCommon = {
	code: "PASSWORD_TOO_COMMON",
	message: "This password is one of the most common ones and easy to guess. Choose another.",
};
